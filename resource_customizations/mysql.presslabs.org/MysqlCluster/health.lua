-- vitals:profiles combined
-- A MySQL cluster of Bitpoke. Ready decides, then whether it can be written to and whether
-- Orchestrator waits for somebody to acknowledge a failover.

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
    if map(candidate).type == name then
      return candidate
    end
  end
  return {}
end

-- What a condition says: its message, or else its reason.
local function explain(of, otherwise)
  return text(of.message, text(of.reason, otherwise))
end

local ready = condition("Ready")
if map(obj.spec).replicas == 0 then
  return { status = "Suspended", message = "The cluster is scaled to zero" }
end
if is_stale(status.observedGeneration) or ready.status ~= "True" then
  return { status = "Progressing", message = explain(ready, "Waiting for MysqlCluster") }
end
for _, name in ipairs({ "ReadOnly", "PendingFailoverAck" }) do
  local found = condition(name)
  if found.status == "True" then
    return { status = "Degraded", message = explain(found, name) }
  end
end
return { status = "Healthy", message = text(ready.message, "The cluster is ready") }
