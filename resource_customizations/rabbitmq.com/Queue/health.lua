-- uses: map, text, is_stale, condition, explain, waits
-- A queue in a RabbitMQ cluster. Ready decides.

local status = map(obj.status)

local ready = condition(obj, "Ready")
if ready.status == "False" then
  local message = explain(ready, "FailedCreateOrUpdate")
  return { status = "Degraded", message = "RabbitMQ queue is not ready: " .. message }
end
-- A failure is not observed, so only success needs the current generation.
if is_stale(obj, status.observedGeneration) then
  return waits("Waiting for RabbitMQ queue", explain(ready, ""))
end
if ready.status == "True" then
  return { status = "Healthy", message = text(ready.message, "RabbitMQ queue is ready") }
end
return { status = "Unknown", message = "RabbitMQ queue has no status yet" }
