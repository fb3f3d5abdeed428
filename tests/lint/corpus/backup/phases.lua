local hs = { status = "Progressing", message = "" }
local phase = (obj.status or {}).phase
if phase == "Completed" then
  hs.status = "Healthy"
elseif phase == "Failed" or phase == "PartiallyFailed" or phase == "FailedValidation" then
  hs.status = "Degraded"
  hs.message = obj.status.failureReason or phase
end
return hs
