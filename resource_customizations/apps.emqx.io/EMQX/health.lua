-- vitals:profiles combined
-- A cluster of EMQX. Ready decides, unless its operator is paused; a configuration that EMQX refused
-- and lost replicas of durable storage need help.

local function map(value)
  return type(value) == "table" and value or {}
end

local function text(value, otherwise)
  if type(value) == "string" and value ~= "" then
    return value
  end
  return otherwise
end

local status = map(obj.status)
local generation = tonumber(map(obj.metadata).generation)

-- Whether what was observed is older than the object.
local function is_stale(observed)
  return generation ~= nil and (tonumber(observed) or generation) < generation
end

-- The condition of a type, or an empty one.
local function condition(name)
  for _, candidate in ipairs(map(status.conditions)) do
    if map(candidate).type == name and not is_stale(candidate.observedGeneration) then
      return candidate
    end
  end
  return {}
end

-- What a condition says: its message, or else its reason.
local function explain(of, otherwise)
  return text(of.message, text(of.reason, otherwise))
end

local paused = condition("Paused")
if paused.status == "True" then
  return { status = "Suspended", message = explain(paused, "EMQX is paused") }
end
local config = condition("ConfigApplied")
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
local ready = condition("Ready")
if ready.status == "True" then
  return { status = "Healthy", message = text(ready.message, "EMQX is ready") }
end
for _, name in ipairs({ "CoreNodesProgressing", "ReplicantNodesProgressing" }) do
  local progressing = condition(name)
  if progressing.status == "True" then
    return { status = "Progressing", message = explain(progressing, name) }
  end
end
return { status = "Progressing", message = explain(ready, "Waiting for EMQX") }
