-- uses: map, text, is_stale, condition, explain, waits
-- vitals:profiles combined
-- A cluster that Fleet deploys to. Ready decides; display.state says whether something failed
-- or is on its way.

local status = map(obj.status)

if map(obj.spec).paused == true then
  return { status = "Suspended", message = "Cluster is paused" }
end
local ready = condition(obj, "Ready")
local stalled = condition(obj, "Stalled")
if is_stale(obj, status.observedGeneration) then
  return waits("Waiting for Cluster", explain(ready, ""))
end
-- rancher/fleet, internal/cmd/controller/reconciler/cluster_controller.go
local imported = condition(obj, "Imported")
if imported.status == "False" then
  return { status = "Degraded", message = explain(imported, "Cluster could not be imported") }
end
if stalled.status == "True" then
  return { status = "Degraded", message = explain(stalled, "Cluster is stalled") }
end
if ready.status == "True" then
  return { status = "Healthy", message = "Cluster is ready" }
end
if map(status.display).state == "ErrApplied" then
  return { status = "Degraded", message = explain(ready, "A bundle could not be applied") }
end
return { status = "Progressing", message = explain(ready, "Waiting for Cluster") }
