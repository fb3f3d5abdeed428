-- A Backup runs once
local hs = {}
if obj.status == nil or obj.status.phase == nil then
  hs.status = "Progressing"
  hs.message = "Backup is queued"
  return hs
end
local phase = obj.status.phase
if phase == "Completed" then
  hs.status = "Healthy"
  hs.message = "Backup completed"
elseif phase == "PartialyFailed" or phase == "Failed" then
  hs.status = "Degraded"
  hs.message = "Backup failed"
elseif phase == "FailedValidation" then
  hs.status = "Degraded"
  hs.message = table.concat(obj.status.validationErrors or {}, "; ")
else
  hs.status = "Progressing"
  hs.message = "Backup is in phase " .. phase
end
return hs
