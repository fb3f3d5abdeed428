-- uses: map, text, is_stale, condition, explain
-- vitals:profiles combined
-- How nodes of Azure are launched. Ready says whether the class can be resolved.

local status = map(obj.status)

local ready = condition(obj, "Ready")
if is_stale(obj, status.observedGeneration) or ready.status == nil then
  return { status = "Progressing", message = "Waiting for AKSNodeClass" }
end
if ready.status == "True" then
  return { status = "Healthy", message = text(ready.message, "AKSNodeClass is ready") }
end
if ready.status == "False" then
  return { status = "Degraded", message = explain(ready, "AKSNodeClass is not ready") }
end
return { status = "Progressing", message = explain(ready, "Waiting for AKSNodeClass") }
