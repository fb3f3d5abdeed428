-- uses: map, text, is_stale, condition, explain, waits
-- A Kafka cluster of Confluent for Kubernetes. Its phase decides.

local status = map(obj.status)

local phase = text(status.phase, "")
if is_stale(obj, status.observedGeneration) or phase == "" then
  return waits("Waiting for Kafka", phase)
end
if phase == "RUNNING" then
  return { status = "Healthy", message = "Kafka running" }
end
local reason = explain(condition(obj, "platform.confluent.io/statefulset-available"), "no details")
local message = "Kafka is " .. phase .. ": " .. reason
if phase == "ERROR" or phase == "FAILED" then
  return { status = "Degraded", message = message }
end
return { status = "Progressing", message = message }
