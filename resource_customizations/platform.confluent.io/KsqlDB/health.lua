-- uses: map, text, is_stale, condition, explain, waits
-- A ksqlDB cluster of Confluent for Kubernetes. Its phase decides.

local status = map(obj.status)

local phase = text(status.phase, "")
if is_stale(obj, status.observedGeneration) or phase == "" then
  return waits("Waiting for KsqlDB", phase)
end
if phase == "RUNNING" then
  return { status = "Healthy", message = "KsqlDB running" }
end
local reason = explain(condition(obj, "platform.confluent.io/statefulset-available"), "no details")
local message = "KsqlDB is " .. phase .. ": " .. reason
if phase == "ERROR" or phase == "FAILED" then
  return { status = "Degraded", message = message }
end
return { status = "Progressing", message = message }
