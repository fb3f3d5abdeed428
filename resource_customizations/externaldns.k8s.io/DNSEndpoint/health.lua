-- uses: map, text, is_stale, condition, explain
-- vitals:profiles combined
-- Records that ExternalDNS creates. Accepted and Ready decide; older releases only write what
-- they have observed.

local status = map(obj.status)

if is_stale(obj, status.observedGeneration) or status.observedGeneration == nil then
  return { status = "Progressing", message = "Waiting for ExternalDNS" }
end
local accepted = condition(obj, "Accepted")
local ready = condition(obj, "Ready")
if accepted.status == "False" then
  return { status = "Degraded", message = explain(accepted, "ExternalDNS refused a record") }
end
if ready.status == "False" then
  return { status = "Degraded", message = explain(ready, "The records are not published") }
end
if ready.reason == "DryRun" then
  return { status = "Suspended", message = explain(ready) }
end
if ready.status == "True" then
  return { status = "Healthy", message = text(ready.message, "The records are published") }
end
if accepted.status == nil then
  return { status = "Healthy", message = "ExternalDNS has read the records" }
end
return { status = "Progressing", message = explain(ready, "Waiting for the DNS provider") }
