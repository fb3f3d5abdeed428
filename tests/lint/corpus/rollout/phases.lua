local function statusfromphase(phase)
  if phase == nil then return "Progressing" end
  if phase == "Healthy" then return "Healthy" end
  if phase == "Paused" then return "Suspended" end
  if phase == "Degraded" then return "Degraded" end
  return "Progressing"
end
local hs = {}
hs.status = statusfromphase(obj.status and obj.status.phase)
hs.message = obj.status and obj.status.message
return hs
