-- uses: map, text, condition, explain
-- vitals:profiles combined
-- A cluster of EMQX. Ready decides, unless its operator is paused; a configuration that EMQX refused
-- and lost replicas of durable storage need help.

local status = map(obj.status)

local paused = condition(obj, "Paused")
if paused.status == "True" then
  return { status = "Suspended", message = explain(paused, "EMQX is paused") }
end
local config = condition(obj, "ConfigApplied")
if config.status == "False" and config.reason == "ConfigRejected" then
  return { status = "Degraded", message = explain(config) }
end
for _, entry in ipairs(map(map(status.dsReplication).dbs)) do
  local lost = tonumber(map(entry).lostShardReplicas) or 0
  if lost > 0 then
    local name = text(map(entry).name, "durable storage")
    return { status = "Degraded", message = lost .. " replicas of shards of " .. name .. " are lost" }
  end
end
local ready = condition(obj, "Ready")
if ready.status == "True" then
  return { status = "Healthy", message = text(ready.message, "EMQX is ready") }
end
for _, name in ipairs({ "CoreNodesProgressing", "ReplicantNodesProgressing" }) do
  local progressing = condition(obj, name)
  if progressing.status == "True" then
    return { status = "Progressing", message = explain(progressing, name) }
  end
end
return { status = "Progressing", message = explain(ready, "Waiting for EMQX") }
