-- uses: map, text, is_stale, condition, explain
-- vitals:profiles combined
-- Network add-ons for KubeVirt. Available, Progressing and Degraded decide; what starts is not
-- Available either.

local status = map(obj.status)

local degraded = condition(obj, "Degraded")
local progressing = condition(obj, "Progressing")
local available = condition(obj, "Available")
if is_stale(obj, status.observedGeneration) then
  return { status = "Progressing", message = "Waiting for NetworkAddonsConfig" }
end
if degraded.status == "True" then
  return { status = "Degraded", message = explain(degraded, "NetworkAddonsConfig is degraded") }
end
if progressing.status == "True" then
  return {
    status = "Progressing",
    message = explain(progressing, "NetworkAddonsConfig is progressing"),
  }
end
if available.status == "True" then
  return {
    status = "Healthy",
    message = text(available.message, "NetworkAddonsConfig is available"),
  }
end
if available.status == "False" and available.reason ~= "Startup" then
  return {
    status = "Degraded",
    message = explain(available, "NetworkAddonsConfig is not available"),
  }
end
return { status = "Progressing", message = explain(available, "Waiting for NetworkAddonsConfig") }
