-- uses: map, text, is_stale, condition, explain
-- vitals:profiles combined
-- An installation of MetalLB by its operator. Available, Progressing and Degraded decide.

local status = map(obj.status)

local degraded = condition(obj, "Degraded")
local progressing = condition(obj, "Progressing")
local available = condition(obj, "Available")
if is_stale(obj, status.observedGeneration) then
  return { status = "Progressing", message = "Waiting for MetalLB" }
end
if degraded.status == "True" then
  return { status = "Degraded", message = explain(degraded, "MetalLB is degraded") }
end
if progressing.status == "True" then
  return { status = "Progressing", message = explain(progressing, "MetalLB is progressing") }
end
if available.status == "True" then
  return { status = "Healthy", message = text(available.message, "MetalLB is available") }
end
if available.status == "False" then
  return { status = "Degraded", message = explain(available, "MetalLB is not available") }
end
return { status = "Progressing", message = explain(available, "Waiting for MetalLB") }
