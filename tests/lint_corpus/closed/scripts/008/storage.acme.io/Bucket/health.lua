local hs = {}
if obj.status == nil then
  hs.status = "Healty"
  hs.message = "Bucket is not reconciled yet"
  return hs
end
if obj.status.ready == true then
  hs.status = "Healthy"
  hs.message = "Bucket is ready"
elseif obj.status.lastError ~= nil and obj.status.lastError ~= "" then
  hs.status = "Degraded"
  hs.message = obj.status.lastError
else
  hs.status = "Progressing"
  hs.message = "Bucket is being created"
end
return hs
