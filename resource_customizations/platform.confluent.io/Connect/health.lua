-- uses: map, text, is_stale, condition, explain, waits
-- A Kafka Connect cluster of Confluent for Kubernetes. Its phase decides.

local status = map(obj.status)

local phase = text(status.phase, "")
if is_stale(obj, status.observedGeneration) or phase == "" then
  return waits("Waiting for Connect", phase)
end
if phase == "RUNNING" then
  return { status = "Healthy", message = "Connect running" }
end
local reason = explain(condition(obj, "platform.confluent.io/statefulset-available"), "no details")
local message = "Connect is " .. phase .. ": " .. reason
if phase == "ERROR" or phase == "FAILED" then
  return { status = "Degraded", message = message }
end
return { status = "Progressing", message = message }
