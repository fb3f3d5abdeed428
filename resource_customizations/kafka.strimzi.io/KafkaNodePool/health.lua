-- uses: map, is_stale, condition, explain
-- vitals:profiles combined
-- Nodes of a Kafka cluster of Strimzi. Ready is mostly on the Kafka; a pool that was observed and
-- reports nothing against itself is healthy.

local status = map(obj.status)

-- The first condition that reports a failure, or nil.
local function failure()
  local failed, ready = condition(obj, "NotReady"), condition(obj, "Ready")
  if failed.status == "True" then
    return failed
  end
  return ready.status == "False" and ready or nil
end

if is_stale(obj, status.observedGeneration) then
  return { status = "Progressing", message = "Waiting for KafkaNodePool" }
end
local failed = failure()
if failed then
  return { status = "Degraded", message = explain(failed, "The node pool is not ready") }
end
if status.observedGeneration == nil then
  return { status = "Progressing", message = "Waiting for KafkaNodePool" }
end
return { status = "Healthy", message = "The node pool has no error" }
