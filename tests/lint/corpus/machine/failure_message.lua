local hs = {}
if obj.status ~= nil and (obj.status.failureReason ~= nil or obj.status.failureMessage ~= nil) then
  hs.status = "Degraded"
  hs.message = (obj.status.failureReason or "") .. (obj.status.failureMessage or "")
  return hs
end
if obj.status ~= nil and obj.status.ready == true then
  hs.status = "Healthy"
  return hs
end
hs.status = "Progressing"
return hs
