local hs = {}
if obj.status ~= nil then
  if obj.status.phase == "Provisioned" and obj.status.controlPlaneReady and obj.status.infrastructureReady then
    hs.status = "Healthy"
    hs.message = "Cluster is provisioned"
    return hs
  end
  if obj.status.phase == "Provisioned" and obj.status.controlPlaneReady == "False" then
    hs.status = "Degraded"
    hs.message = "Control plane is not ready"
    return hs
  end
  if obj.status.phase == "Failed" then
    hs.status = "Degraded"
    hs.message = obj.status.failureMessage
    return hs
  end
end
hs.status = "Progressing"
hs.message = "Cluster is being provisioned"
return hs
