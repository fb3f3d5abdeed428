hs = {}
if obj.status ~= nil then
  if obj.status.ready and not obj.status.failed then
    hs.status = "Healthy"
    hs.message = "Realm is ready"
    return hs
  end
  if obj.status.failed then
    hs.status = "Failed"
    hs.message = obj.status.message or ""
    return hs
  end
end
hs.status = "Progressing"
hs.message = "Waiting for the realm"
return hs
