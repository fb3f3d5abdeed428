-- uses: map, text, is_stale, condition, explain, waits
-- vitals:profiles combined
-- The network of an OpenShift cluster. Available, Progressing and Degraded decide.

local status = map(obj.status)

local state = map(obj.spec).managementState
if state == "Removed" or state == "Unmanaged" then
  return { status = "Suspended", message = "Network is " .. state }
end
local degraded = condition(obj, "Degraded")
local progressing = condition(obj, "Progressing")
local available = condition(obj, "Available")
if is_stale(obj, status.observedGeneration) then
  return waits("Waiting for Network", explain(available, ""))
end
if degraded.status == "True" then
  return { status = "Degraded", message = explain(degraded, "Network is degraded") }
end
if progressing.status == "True" then
  return { status = "Progressing", message = explain(progressing, "Network is progressing") }
end
if available.status == "True" then
  return { status = "Healthy", message = text(available.message, "Network is available") }
end
if available.status == "False" then
  return { status = "Degraded", message = explain(available, "Network is not available") }
end
return { status = "Progressing", message = explain(available, "Waiting for Network") }
