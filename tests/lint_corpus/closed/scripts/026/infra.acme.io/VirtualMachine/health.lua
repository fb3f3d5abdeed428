local hs = {}
if obj.status == nil then
  hs.status = "Progressing"
  hs.message = "Waiting for the machine"
  return hs
end
if obj.status.printableStatus == "Running" then
  if obj.status.ready == "true" then
    hs.status = "Healthy"
    hs.message = "Running"
  else
    hs.status = "Progressing"
    hs.message = "Booting"
  end
elseif obj.status.printableStatus == "Stopped" then
  hs.status = "Suspended"
  hs.message = "Stopped"
elseif obj.status.printableStatus == "CrashLoop" then
  hs.status = "Degraded"
  hs.message = "Crashes again and again"
else
  hs.status = "Progressing"
  hs.message = "Machine is changing"
end
return hs
