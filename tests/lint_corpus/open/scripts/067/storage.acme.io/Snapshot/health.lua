local hs = {}
if obj.status ~= nil then
  if obj.status.readyToUse then
    hs.status = "Healthy"
    hs.message = "Snapshot is ready"
    return hs
  end
  if obj.status.error ~= nil then
    hs.status = "Degraded"
    hs.message = obj.status.error
    return hs
  end
end
hs.status = "Progressing"
hs.message = "Snapshot is being taken"
return hs
