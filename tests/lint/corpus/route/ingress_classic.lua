local hs = { status = "Progressing", message = "waiting for an address" }
if obj.status ~= nil and obj.status.loadBalancer ~= nil then
  if obj.status.loadBalancer.ingress ~= nil and #obj.status.loadBalancer.ingress > 0 then
    hs.status = "Healthy"
    hs.message = obj.status.loadBalancer.ingress[1].hostname or obj.status.loadBalancer.ingress[1].ip
  end
end
return hs
