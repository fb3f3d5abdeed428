-- uses: map, text, is_stale, condition, explain, waits
-- vitals:profiles combined
-- A Helm chart that Fleet deploys. Ready decides; display.state says whether something failed
-- or is on its way, Accepted and Polled whether the chart was found.

local status = map(obj.status)

if map(obj.spec).paused == true then
  return { status = "Suspended", message = "HelmOp is paused" }
end
local ready = condition(obj, "Ready")
local stalled = condition(obj, "Stalled")
if is_stale(obj, status.observedGeneration) then
  return waits("Waiting for HelmOp", explain(ready, ""))
end
if stalled.status == "True" then
  return { status = "Degraded", message = explain(stalled, "HelmOp is stalled") }
end
for _, name in ipairs({ "Accepted", "Polled" }) do
  local found = condition(obj, name)
  if found.status == "False" then
    return { status = "Degraded", message = explain(found, name .. " is False") }
  end
end
if ready.status == "True" then
  return { status = "Healthy", message = "HelmOp is ready" }
end
if map(status.display).state == "ErrApplied" then
  return { status = "Degraded", message = explain(ready, "A resource could not be applied") }
end
return { status = "Progressing", message = explain(ready, "Waiting for HelmOp") }
