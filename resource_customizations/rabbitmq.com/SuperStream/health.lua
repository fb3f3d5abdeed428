-- uses: map, text, is_stale, condition, explain
-- vitals:profiles combined
-- A super stream of a RabbitMQ cluster. Ready decides.

local status = map(obj.status)

local ready = condition(obj, "Ready")
if ready.status == "False" then
  return { status = "Degraded", message = explain(ready, "SuperStream is not ready") }
end
-- A failure is not observed, so only success needs the current generation.
if ready.status == "True" and not is_stale(obj, status.observedGeneration) then
  return { status = "Healthy", message = text(ready.message, "SuperStream is ready") }
end
return { status = "Progressing", message = "Waiting for SuperStream" }
