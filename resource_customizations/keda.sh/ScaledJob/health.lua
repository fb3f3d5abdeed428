-- uses: map, text, is_stale, condition, explain, waits
-- Jobs that KEDA starts for events. Ready says whether it can read the triggers.

local status = map(obj.status)

local paused = condition(obj, "Paused")
if paused.status == "True" then
  return { status = "Suspended", message = explain(paused, "ScaledJob is paused") }
end

local ready = condition(obj, "Ready")
if is_stale(obj, status.observedGeneration) or ready.status == nil then
  return waits("Waiting for ScaledJob", explain(ready, ""))
end
if ready.status == "True" then
  return { status = "Healthy", message = explain(ready, "ScaledJob is ready") }
end
-- Some triggers do not work; a young object is Unknown too, but has no reason.
if ready.status == "False" or ready.reason == "PartialTriggerError" then
  return { status = "Degraded", message = explain(ready, "ScaledJob is not ready") }
end
return { status = "Progressing", message = explain(ready, "Waiting for ScaledJob") }
