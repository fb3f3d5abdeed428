-- uses: map, text, is_stale, condition, explain, waits
-- A workload that KEDA scales. Ready says whether it can read the triggers.

local status = map(obj.status)

local paused = condition(obj, "Paused")
if paused.status == "True" then
  return { status = "Suspended", message = explain(paused, "ScaledObject is paused") }
end

local fallback = condition(obj, "Fallback")
local ready = condition(obj, "Ready")
if is_stale(obj, status.observedGeneration) or ready.status == nil then
  return waits("Creating HorizontalPodAutoscaler Object", explain(ready, ""))
end
if fallback.status == "True" then
  return { status = "Degraded", message = explain(fallback, "A trigger uses its fallback") }
end
if ready.status == "True" then
  return { status = "Healthy", message = explain(ready, "ScaledObject is ready") }
end
-- Some triggers do not work; a young object is Unknown too, but has no reason.
if ready.status == "False" or ready.reason == "PartialTriggerError" then
  return { status = "Degraded", message = explain(ready, "ScaledObject is not ready") }
end
return { status = "Progressing", message = "Creating HorizontalPodAutoscaler Object" }
