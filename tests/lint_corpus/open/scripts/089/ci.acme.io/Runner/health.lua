local online = nil
if obj.status ~= nil then
  online = obj.status.online
end
if online == nil then
  return { status = "Progressing", message = "Runner has not registered" }
elseif online == false then
  return { status = "Degraded", message = "Runner is offline since " .. (obj.status.lastSeen or "the beginning") }
end
return { status = "Healthy", message = "Runner is online" }
