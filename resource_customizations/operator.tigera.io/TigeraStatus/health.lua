-- uses: map, text, is_stale, condition, explain
-- vitals:profiles combined
-- What the Tigera operator reports of one component of Calico: Available, Progressing and
-- Degraded.

local status = map(obj.status)

local degraded = condition(obj, "Degraded")
local progressing = condition(obj, "Progressing")
local available = condition(obj, "Available")
if is_stale(obj, status.observedGeneration) then
  return { status = "Progressing", message = "Waiting for the component" }
end
if degraded.status == "True" then
  return { status = "Degraded", message = explain(degraded, "The component is degraded") }
end
if progressing.status == "True" then
  return { status = "Progressing", message = explain(progressing, "The component is progressing") }
end
if available.status == "True" then
  return { status = "Healthy", message = text(available.message, "The component is available") }
end
if available.status == "False" then
  return { status = "Progressing", message = explain(available, "The component is not available") }
end
return { status = "Progressing", message = explain(available, "Waiting for the component") }
