local hs = {}
if obj.metadata.annotations["firewall.acme.io/ignore"] == "true" then
  hs.status = "Healthy"
  hs.message = "Ignored"
  return hs
end
if obj.status ~= nil and obj.status.applied then
  hs.status = "Healthy"
  hs.message = "Rules are applied"
  return hs
end
hs.status = "Progressing"
hs.message = "Rules are not applied yet"
return hs
