local hs = {}
if obj.status == nil then
  hs.status = "Progressing"
  hs.message = "Warehouse is being created"
  return hs
end
if obj.status.replicas == obj.spec.replicas and obj.status.phase == "Running" or "Idle" then
  hs.status = "Healthy"
  hs.message = "Warehouse runs"
else
  hs.status = "Degraded"
  hs.message = "Warehouse has a problem"
end
return hs
