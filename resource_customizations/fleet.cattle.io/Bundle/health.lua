-- uses: map, text, is_stale, condition, explain, waits
-- vitals:profiles combined
-- What Fleet deploys to clusters. Ready decides; display.state says whether something failed or
-- is on its way.

local status = map(obj.status)

if map(obj.spec).paused == true then
  return { status = "Suspended", message = "Bundle is paused" }
end
local ready = condition(obj, "Ready")
local stalled = condition(obj, "Stalled")
if is_stale(obj, status.observedGeneration) then
  return waits("Waiting for Bundle", explain(ready, ""))
end
if stalled.status == "True" then
  return { status = "Degraded", message = explain(stalled, "Bundle is stalled") }
end
if ready.status == "True" then
  return { status = "Healthy", message = "Bundle is ready" }
end
if map(status.display).state == "ErrApplied" then
  return { status = "Degraded", message = explain(ready, "A resource could not be applied") }
end
return { status = "Progressing", message = explain(ready, "Waiting for Bundle") }
