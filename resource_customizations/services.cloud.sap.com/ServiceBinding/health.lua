-- uses: map, text, is_stale, condition, explain, waits, failures
-- A binding to a service of SAP BTP. Failed and Ready decide.

local status = map(obj.status)

if map(obj.metadata).deletionTimestamp ~= nil then
  local reason = explain(condition(obj, "Failed"), explain(condition(obj, "Succeeded"), "no details"))
  return { status = "Progressing", message = "Resource is being deleted: " .. reason }
end
local failed = condition(obj, "Failed")
local succeeded = condition(obj, "Succeeded")
local ready = condition(obj, "Ready")
if is_stale(obj, status.observedGeneration) then
  return waits("Waiting for spec update to be observed", explain(succeeded, ""))
end
if failed.status == "True" then
  return { status = "Degraded", message = explain(failed, "ServiceBinding has failed") }
end
if ready.status == "True" and succeeded.status ~= "False" then
  return { status = "Healthy", message = "Ready to use" }
end
if ready.status == "False" and failures[text(ready.reason, "")] then
  return { status = "Degraded", message = explain(ready, "It is not ready") }
end
local said = succeeded.status == "True" and ready or succeeded
return { status = "Progressing", message = explain(said, "Waiting for status") }
