local hs = {}
if obj.status == nil then
  hs.status = "Progressing"
  hs.message = "Waiting for a status"
  return hs
end
local ready = obj.status.readyReplicas
if ready < obj.spec.replicas then
  hs.status = "Progressing"
  hs.message = "Waiting for replicas"
  return hs
end
hs.status = "Healthy"
hs.message = "All replicas are ready"
return hs
