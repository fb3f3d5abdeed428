-- uses: map, text, is_stale, condition, explain
-- vitals:profiles combined
-- Node Feature Discovery, by its operator. Available, Progressing and Degraded decide.

local status = map(obj.status)

local degraded = condition(obj, "Degraded")
local progressing = condition(obj, "Progressing")
local available = condition(obj, "Available")
if is_stale(obj, status.observedGeneration) then
  return { status = "Progressing", message = "Waiting for NodeFeatureDiscovery" }
end
if degraded.status == "True" then
  return { status = "Degraded", message = explain(degraded, "NodeFeatureDiscovery is degraded") }
end
if progressing.status == "True" then
  return {
    status = "Progressing",
    message = explain(progressing, "NodeFeatureDiscovery is progressing"),
  }
end
if available.status == "True" then
  return {
    status = "Healthy",
    message = text(available.message, "NodeFeatureDiscovery is available"),
  }
end
if available.status == "False" then
  return {
    status = "Degraded",
    message = explain(available, "NodeFeatureDiscovery is not available"),
  }
end
return { status = "Progressing", message = explain(available, "Waiting for NodeFeatureDiscovery") }
