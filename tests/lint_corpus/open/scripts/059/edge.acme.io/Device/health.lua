local hs = {}
if obj.status == nil or obj.status.serial == "" then
  hs.status = "Progressing"
  hs.message = "Device has not reported yet"
elseif obj.status.exitCode ~= nil and obj.status.exitCode ~= 0 then
  hs.status = "Degraded"
  hs.message = "Agent ended with " .. obj.status.exitCode
elseif obj.status.mode == "maintenance" then
  hs.status = "Suspended"
  hs.message = "Device is being serviced"
elseif obj.status.online then
  hs.status = "Healthy"
  hs.message = "Serial " .. obj.status.serial
else
  hs.status = "Degraded"
  hs.message = "Device is offline"
end
return hs
