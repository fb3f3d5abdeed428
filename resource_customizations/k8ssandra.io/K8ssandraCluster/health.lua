-- vitals:profiles combined
-- Cassandra with all that belongs to it, by K8ssandra. error decides, then CassandraInitialized
-- and the datacenters.

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

local failure = text(status.error, "None")
if is_stale(status.observedGeneration) then
  return { status = "Progressing", message = "Waiting for K8ssandraCluster" }
end
if failure ~= "None" then
  return { status = "Degraded", message = failure }
end
local initialized = condition("CassandraInitialized")
if initialized.status ~= "True" then
  return {
    status = "Progressing",
    message = explain(initialized, "Waiting for Cassandra to start"),
  }
end

-- The names of a table in order, one after another.
local function following(of, last)
  local found
  for name in pairs(of) do
    local word = tostring(name)
    if word > last and (found == nil or word < found) then
      found = word
    end
  end
  return found
end

local datacenters = map(status.datacenters)
local name = following(datacenters, "")
while name do
  local cassandra = map(map(datacenters[name]).cassandra)
  local progress = text(cassandra.cassandraOperatorProgress, "Ready")
  if progress ~= "Ready" then
    return { status = "Progressing", message = "Datacenter " .. name .. " is " .. progress }
  end
  name = following(datacenters, name)
end
return { status = "Healthy", message = "All datacenters are ready" }
