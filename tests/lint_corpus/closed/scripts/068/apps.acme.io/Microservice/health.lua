local hs = {}
if obj.status == nil then
  hs.status = "Progressing"
  hs.message = 'Waiting for status'
  return hs
end

if obj.status.deploymentStatus == nil or obj.status.deploymentStatus.ready and obj.status.deploymentStatus.failed == 0 then
  hs.status = "Healthy"
  hs.message = 'Service is running'
  return hs
end
if (obj.status.deploymentStatus.failed or 0) > 0 then
  hs.status = "Degraded"
  hs.message = obj.status.deploymentStatus.failed .. ' pods have failed'
  return hs
end
hs.status = "Progressing"
hs.message = 'Service is rolling out'
return hs
