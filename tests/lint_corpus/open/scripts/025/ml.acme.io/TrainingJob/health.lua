local hs = {}
local phase = obj.status and obj.status.phase
if phase == "Succeeded" then
  hs.status = "Healthy"
  hs.message = "Training succeeded"
elseif phase == "Failed" then
  hs.status = "Degraded"
  hs.message = "Training failed after " .. obj.status.retries .. " retries"
elseif phase == "Running" or phase == "Pending" then
  hs.status = "Progressing"
  hs.message = "Training is " .. phase
end
return hs
