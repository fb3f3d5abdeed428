-- uses: map, text, is_stale, condition, explain
-- A query of Datadog that autoscalers use: Error and Valid report whether it can be used.

local status = map(obj.status)

if is_stale(obj, status.observedGeneration) then
  return { status = "Progressing", message = "Waiting for DatadogMetric" }
end
local failed = condition(obj, "Error")
if failed.status == "True" then
  local reason = text(failed.reason, "the metric cannot be fetched")
  local message = text(failed.message, "")
  return { status = "Degraded", message = message == "" and reason or reason .. ": " .. message }
end
local valid = condition(obj, "Valid")
if valid.status == "False" then
  return { status = "Degraded", message = explain(valid, "DatadogMetric is not valid") }
end
if valid.status == "True" then
  return { status = "Healthy", message = "DatadogMetric is healthy" }
end
return { status = "Progressing", message = explain(valid, "Waiting for DatadogMetric") }
