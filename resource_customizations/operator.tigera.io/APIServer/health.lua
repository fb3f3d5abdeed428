-- uses: map, text, is_stale, condition, explain, waits
-- vitals:profiles combined
-- Calico's API server. Ready, Progressing and Degraded decide.

local status = map(obj.status)

local degraded = condition(obj, "Degraded")
local progressing = condition(obj, "Progressing")
local ready = condition(obj, "Ready")
if is_stale(obj, status.observedGeneration) then
  return waits("Waiting for the API server", explain(ready, ""))
end
-- The operator calls it degraded too while it waits for another object.
local waits = degraded.reason == "ResourceNotReady"
if degraded.status == "True" then
  return {
    status = waits and "Progressing" or "Degraded",
    message = explain(degraded, "The API server is degraded"),
  }
end
if progressing.status == "True" then
  return { status = "Progressing", message = explain(progressing, "The API server is progressing") }
end
if ready.status == "True" then
  return { status = "Healthy", message = text(ready.message, "The API server is available") }
end
if ready.status == "False" then
  return { status = "Progressing", message = explain(ready, "The API server is not available") }
end
return { status = "Progressing", message = explain(ready, "Waiting for the API server") }
