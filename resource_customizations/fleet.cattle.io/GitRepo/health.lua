-- uses: map, text, is_stale, condition, explain, waits
-- vitals:profiles combined
-- A Git repository that Fleet deploys. Ready decides; display.state says whether something
-- failed or is on its way.

local status = map(obj.status)

if map(obj.spec).paused == true then
  return { status = "Suspended", message = "GitRepo is paused" }
end
local ready = condition(obj, "Ready")
local stalled = condition(obj, "Stalled")
if is_stale(obj, status.observedGeneration) then
  return waits("Waiting for GitRepo", explain(ready, ""))
end
if stalled.status == "True" then
  return { status = "Degraded", message = explain(stalled, "GitRepo is stalled") }
end
if ready.status == "True" then
  return { status = "Healthy", message = "GitRepo is ready" }
end
if map(status.display).state == "ErrApplied" then
  return { status = "Degraded", message = explain(ready, "A resource could not be applied") }
end
return { status = "Progressing", message = explain(ready, "Waiting for GitRepo") }
