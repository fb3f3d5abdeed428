-- uses: map, text, is_stale, explain
-- vitals:profiles combined
-- A MySQL cluster of Bitpoke. Ready decides, then whether it can be written to and whether
-- Orchestrator waits for somebody to acknowledge a failover.

local status = map(obj.status)

-- The condition of a type, or an empty one.
local function condition(name)
  for _, candidate in ipairs(map(status.conditions)) do
    if map(candidate).type == name then
      return candidate
    end
  end
  return {}
end

local ready = condition("Ready")
if map(obj.spec).replicas == 0 then
  return { status = "Suspended", message = "The cluster is scaled to zero" }
end
if is_stale(obj, status.observedGeneration) or ready.status ~= "True" then
  return { status = "Progressing", message = explain(ready, "Waiting for MysqlCluster") }
end
for _, name in ipairs({ "ReadOnly", "PendingFailoverAck" }) do
  local found = condition(name)
  if found.status == "True" then
    return { status = "Degraded", message = explain(found, name) }
  end
end
return { status = "Healthy", message = text(ready.message, "The cluster is ready") }
