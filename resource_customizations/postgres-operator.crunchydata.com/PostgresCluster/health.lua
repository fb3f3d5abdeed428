-- vitals:profiles combined
-- A Postgres cluster of Crunchy. The ready pods of its instances decide, and the proxy.

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

local function count(value)
  return tonumber(value) or 0
end

if map(obj.spec).shutdown == true then
  return { status = "Suspended", message = "PostgresCluster is shut down" }
end
if map(obj.spec).paused == true then
  return { status = "Suspended", message = "PostgresCluster is paused" }
end
if is_stale(status.observedGeneration) then
  return { status = "Progressing", message = "Waiting for PostgresCluster" }
end
local progressing = condition("Progressing")
if progressing.status == "False" and progressing.reason ~= "Paused" then
  return { status = "Degraded", message = explain(progressing, "PostgresCluster is stuck") }
end

local pods, updated, ready = 0, 0, 0
for _, instance in ipairs(map(status.instances)) do
  pods = pods + count(map(instance).replicas)
  updated = updated + count(map(instance).updatedReplicas)
  ready = ready + count(map(instance).readyReplicas)
end
if pods == 0 then
  return { status = "Progressing", message = "Waiting for the first instance" }
end
if ready < pods then
  return { status = "Progressing", message = ready .. " of " .. pods .. " instances are ready" }
end
if updated < pods then
  return { status = "Progressing", message = updated .. " of " .. pods .. " instances are updated" }
end
local proxy = condition("ProxyAvailable")
if proxy.status == "False" then
  return { status = "Progressing", message = explain(proxy, "The proxy is not available") }
end
return { status = "Healthy", message = ready .. " instances are ready" }
