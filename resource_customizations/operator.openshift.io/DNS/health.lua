-- uses: map, text, is_stale, condition, explain
-- vitals:profiles combined
-- The DNS of an OpenShift cluster. Available, Progressing and Degraded decide.

local status = map(obj.status)

if map(obj.spec).managementState == "Removed" then
  return { status = "Suspended", message = "DNS is removed" }
end
local degraded = condition(obj, "Degraded")
local progressing = condition(obj, "Progressing")
local available = condition(obj, "Available")
if is_stale(obj, status.observedGeneration) then
  return { status = "Progressing", message = "Waiting for DNS" }
end
if degraded.status == "True" then
  return { status = "Degraded", message = explain(degraded, "DNS is degraded") }
end
if progressing.status == "True" then
  return { status = "Progressing", message = explain(progressing, "DNS is progressing") }
end
if available.status == "True" then
  return { status = "Healthy", message = text(available.message, "DNS is available") }
end
if available.status == "False" then
  return { status = "Progressing", message = explain(available, "DNS is not available") }
end
return { status = "Progressing", message = explain(available, "Waiting for DNS") }
