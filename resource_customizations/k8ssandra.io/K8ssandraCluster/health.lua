-- uses: map, text, is_stale, condition, explain
-- vitals:profiles combined
-- Cassandra with all that belongs to it, by K8ssandra. error decides, then CassandraInitialized
-- and the datacenters.

local status = map(obj.status)

local failure = text(status.error, "None")
if is_stale(obj, status.observedGeneration) then
  return { status = "Progressing", message = "Waiting for K8ssandraCluster" }
end
if failure ~= "None" then
  return { status = "Degraded", message = failure }
end
local initialized = condition(obj, "CassandraInitialized")
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
