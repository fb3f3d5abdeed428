-- uses: map, text, is_stale, condition, explain, waits
-- A connector of Strimzi. The conditions Ready and NotReady decide; it can be paused or stopped on
-- purpose.

local status = map(obj.status)

local wanted = map(obj.spec).state
if wanted == "paused" or wanted == "stopped" then
  return { status = "Suspended", message = "KafkaConnector is " .. wanted }
end

local paused = condition(obj, "ReconciliationPaused")
if paused.status == "True" then
  return { status = "Suspended", message = explain(paused, "Reconciliation is paused") }
end

-- A deletion raises the generation, but the operator does not observe it.
local deleting = map(obj.metadata).deletionTimestamp ~= nil
if is_stale(obj, status.observedGeneration) and not deleting then
  return waits("Waiting for KafkaConnector", explain(paused, ""))
end

local failed = condition(obj, "NotReady")
if failed.status == "True" and failed.reason == "Creating" then
  return { status = "Progressing", message = explain(failed, "Waiting for KafkaConnector") }
end
if failed.status == "True" then
  return { status = "Degraded", message = explain(failed, "KafkaConnector is not ready") }
end
local ready = condition(obj, "Ready")
if ready.status == "True" then
  return { status = "Healthy", message = explain(ready, "KafkaConnector is ready") }
end
if ready.status == "False" then
  return { status = "Degraded", message = explain(ready, "KafkaConnector is not ready") }
end
return { status = "Progressing", message = "Waiting for KafkaConnector" }
