local hs = {}
local phase = obj.status and obj.status.phase
if phase == "Running" then
  hs.status = "Healthy"
elseif phase == "Failed" then
  hs.status = "Degraded"
else
  hs.status = "Progressing"
end
hs.message = "phase " .. (phase or "unknown")
return hs
