-- uses: map, text, is_stale, condition, explain
-- vitals:profiles combined
-- An object store of NATS JetStream. Ready decides.

local status = map(obj.status)

local ready = condition(obj, "Ready")

-- The controller sets observedGeneration when it succeeds; a failure is of the last attempt.
if ready.status == "False" and ready.reason == "Errored" then
  return { status = "Degraded", message = explain(ready, "ObjectStore is not ready") }
end
if is_stale(obj, status.observedGeneration) or ready.status == nil then
  return { status = "Progressing", message = "Waiting for ObjectStore" }
end
if ready.status == "True" then
  return { status = "Healthy", message = text(ready.message, "ObjectStore is ready") }
end
if ready.status == "False" and ready.reason ~= "Finalizing" then
  return { status = "Degraded", message = explain(ready, "ObjectStore is not ready") }
end
return { status = "Progressing", message = explain(ready, "Waiting for ObjectStore") }
