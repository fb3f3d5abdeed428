-- uses: map, text, is_stale, condition, explain, waits
-- vitals:profiles combined
-- A group of clusters of Fleet. Ready decides; the summary says whether something failed or is
-- on its way.

local status = map(obj.status)

local ready = condition(obj, "Ready")
local stalled = condition(obj, "Stalled")
if is_stale(obj, status.observedGeneration) then
  return waits("Waiting for ClusterGroup", explain(ready, ""))
end
if stalled.status == "True" then
  return { status = "Degraded", message = explain(stalled, "ClusterGroup is stalled") }
end
if ready.status == "True" then
  return { status = "Healthy", message = "ClusterGroup is ready" }
end
local refused = tonumber(map(status.summary).errApplied) or 0
if refused > 0 or map(status.display).state == "ErrApplied" then
  return { status = "Degraded", message = explain(ready, "A bundle could not be applied") }
end
return { status = "Progressing", message = explain(ready, "Waiting for ClusterGroup") }
