-- uses: map, text, is_stale, condition, explain
-- vitals:profiles combined
-- A cluster that Rancher provisions. Ready decides.

-- Reasons that pass by themselves.
local waiting = { Waiting = true, Updating = true, Provisioning = true }

local status = map(obj.status)

local ready = condition(obj, "Ready")
if is_stale(obj, status.observedGeneration) or ready.status == nil then
  return { status = "Progressing", message = "Waiting for Cluster" }
end
if ready.status == "True" then
  return { status = "Healthy", message = text(ready.message, "Cluster is ready") }
end
if ready.status == "False" and not waiting[text(ready.reason, "")] then
  return { status = "Degraded", message = explain(ready, "Cluster is not ready") }
end
return { status = "Progressing", message = explain(ready, "Waiting for Cluster") }
