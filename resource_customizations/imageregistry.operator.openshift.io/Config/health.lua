-- uses: map, text, is_stale, condition, explain
-- vitals:profiles combined
-- The image registry of OpenShift. Available, Progressing and Degraded decide.

local status = map(obj.status)

if map(obj.spec).managementState == "Removed" then
  return { status = "Suspended", message = "The image registry is removed" }
end
local degraded = condition(obj, "Degraded")
local progressing = condition(obj, "Progressing")
local available = condition(obj, "Available")
if is_stale(obj, status.observedGeneration) then
  return { status = "Progressing", message = "Waiting for the image registry" }
end
if degraded.status == "True" then
  return { status = "Degraded", message = explain(degraded, "The image registry is degraded") }
end
if progressing.status == "True" then
  return {
    status = "Progressing",
    message = explain(progressing, "The image registry is progressing"),
  }
end
if available.status == "True" then
  return {
    status = "Healthy",
    message = text(available.message, "The image registry is available"),
  }
end
if available.status == "False" then
  return {
    status = "Degraded",
    message = explain(available, "The image registry is not available"),
  }
end
return { status = "Progressing", message = explain(available, "Waiting for the image registry") }
