local hs = { status = "Progressing", message = "Printer is added" }
local status = obj.status
if status ~= nil then
  if status.online then
    hs.status = "Healthy"
    hs.message = "Printer is online"
  elseif not status.online then
    hs.status = "Degraded"
    hs.message = "Printer is offline"
  else
    hs.status = "Suspended"
    hs.message = "Printer is paused"
  end
end
return hs
