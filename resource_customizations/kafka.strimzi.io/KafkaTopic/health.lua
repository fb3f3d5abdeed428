-- uses: map, is_stale, condition, explain
-- A topic of Strimzi. The conditions Ready and NotReady decide.

local status = map(obj.status)

local paused = condition(obj, "ReconciliationPaused")
if paused.status == "True" then
  return { status = "Suspended", message = explain(paused, "Reconciliation is paused") }
end

-- A deletion raises the generation, but the operator does not observe it.
local deleting = map(obj.metadata).deletionTimestamp ~= nil
if is_stale(obj, status.observedGeneration) and not deleting then
  return { status = "Progressing", message = "Waiting for KafkaTopic" }
end

local failed = condition(obj, "NotReady")
if failed.status == "True" and failed.reason == "Creating" then
  return { status = "Progressing", message = explain(failed, "Waiting for KafkaTopic") }
end
if failed.status == "True" then
  return { status = "Degraded", message = explain(failed, "KafkaTopic is not ready") }
end
local ready = condition(obj, "Ready")
if ready.status == "True" then
  return { status = "Healthy", message = explain(ready, "KafkaTopic is ready") }
end
return { status = "Progressing", message = "Waiting for KafkaTopic" }
