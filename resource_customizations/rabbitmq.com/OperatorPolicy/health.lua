-- uses: map, text, is_stale, condition, explain
-- vitals:profiles combined
-- A policy of the operator of a RabbitMQ cluster. Ready decides.

local status = map(obj.status)

local ready = condition(obj, "Ready")
if ready.status == "False" then
  return { status = "Degraded", message = explain(ready, "OperatorPolicy is not ready") }
end
-- A failure is not observed, so only success needs the current generation.
if ready.status == "True" and not is_stale(obj, status.observedGeneration) then
  return { status = "Healthy", message = text(ready.message, "OperatorPolicy is ready") }
end
return { status = "Progressing", message = "Waiting for OperatorPolicy" }
