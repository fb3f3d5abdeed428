-- uses: map, is_stale
-- vitals:profiles combined
-- Pods as targets of a load balancer of AWS. What the controller has observed decides.

local status = map(obj.status)

if is_stale(obj, status.observedGeneration) or status.observedGeneration == nil then
  return { status = "Progressing", message = "Waiting for TargetGroupBinding" }
end
return { status = "Healthy", message = "The targets are registered" }
