local hs = {}
if obj.status ~= nil then
  if obj.status.lastSync ~= nil then
    hs.status = "Healthy"
    hs.message = "Synced at " .. obj.status.lastSync
    return hs
  elseif obj.status.error != nil then
    hs.status = "Degraded"
    hs.message = obj.status.error
    return hs
  end
end
hs.status = "Progressing"
hs.message = "Not synced yet"
return hs
