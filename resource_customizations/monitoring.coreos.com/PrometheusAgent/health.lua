-- uses: map, text, is_stale, condition, explain, waits
-- vitals:profiles combined
-- A PrometheusAgent of the Prometheus Operator. Available and Reconciled decide; Available can
-- also be "Degraded".

local status = map(obj.status)

if map(obj.spec).paused == true then
  return { status = "Suspended", message = "PrometheusAgent is paused" }
end

local available = condition(obj, "Available")
if is_stale(obj, status.observedGeneration) or available.status == nil then
  return waits("Waiting for PrometheusAgent", explain(available, ""))
end
local reconciled = condition(obj, "Reconciled")
if reconciled.status == "False" then
  return { status = "Degraded", message = explain(reconciled, "PrometheusAgent is not reconciled") }
end
if available.status == "True" then
  return { status = "Healthy", message = explain(available, "All instances are available") }
end
-- While pods are replaced one by one, some of them are not ready.
if available.reason == "SomePodsNotReady" or available.status == "Unknown" then
  return { status = "Progressing", message = explain(available, "Waiting for PrometheusAgent") }
end
return { status = "Degraded", message = explain(available, "No instance is available") }
