local hs = { status = "Progressing", message = "" }
if obj.status == nil then
  return hs
end
local status = obj.status.printableStatus
if obj.spec.running == false and status == "Stopped" then
  hs.status = "Suspended"
  hs.message = "stopped"
elseif status == "Running" and obj.status.ready then
  hs.status = "Healthy"
elseif status ~= nil and string.sub(status, 1, 5) == "Error" then -- wrong: lua-library-needed
  hs.status = "Degraded"
  hs.message = status
end
return hs
