-- uses: map, text, is_stale, condition, explain
-- vitals:profiles combined
-- What Kargo watches for new freight. Ready decides.

-- Reasons that pass by themselves.
local waiting = { Initializing = true, DiscoveryInProgress = true, Syncing = true }

local status = map(obj.status)

local ready = condition(obj, "Ready")
if is_stale(obj, status.observedGeneration) or ready.status == nil then
  return { status = "Progressing", message = "Waiting for Warehouse" }
end
if ready.status == "True" then
  return { status = "Healthy", message = text(ready.message, "Warehouse is ready") }
end
if ready.status == "False" and not waiting[text(ready.reason, "")] then
  return { status = "Degraded", message = explain(ready, "Warehouse is not ready") }
end
return { status = "Progressing", message = explain(ready, "Waiting for Warehouse") }
