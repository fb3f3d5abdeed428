-- uses: map, text, is_stale, condition, explain
-- vitals:profiles combined
-- A Temporal cluster. Ready decides.

local status = map(obj.status)

local ready = condition(obj, "Ready")
if is_stale(obj, status.observedGeneration) then
  return { status = "Progressing", message = "Waiting for TemporalCluster" }
end
for _, name in ipairs({ "ReconcileError" }) do
  local found = condition(obj, name)
  if found.status == "True" then
    return { status = "Degraded", message = explain(found, name) }
  end
end
if ready.status == "True" then
  return { status = "Healthy", message = text(ready.message, "TemporalCluster is ready") }
end
return { status = "Progressing", message = explain(ready, "Waiting for TemporalCluster") }
