-- uses: map, text, is_stale, condition, explain, waits
-- vitals:profiles combined
-- Templates and validation for KubeVirt. Available, Progressing and Degraded decide, unless its
-- operator is paused.

local status = map(obj.status)

local degraded = condition(obj, "Degraded")
local progressing = condition(obj, "Progressing")
local available = condition(obj, "Available")
if is_stale(obj, status.observedGeneration) then
  return waits("Waiting for SSP", explain(available, ""))
end
if status.paused == true then
  return { status = "Suspended", message = "SSP is paused" }
end
if degraded.status == "True" then
  return { status = "Degraded", message = explain(degraded, "SSP is degraded") }
end
if progressing.status == "True" then
  return { status = "Progressing", message = explain(progressing, "SSP is progressing") }
end
if available.status == "True" then
  return { status = "Healthy", message = text(available.message, "SSP is available") }
end
if available.status == "False" then
  return { status = "Degraded", message = explain(available, "SSP is not available") }
end
return { status = "Progressing", message = explain(available, "Waiting for SSP") }
