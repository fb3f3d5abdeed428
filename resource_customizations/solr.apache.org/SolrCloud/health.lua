-- A SolrCloud of the Solr Operator. Its replicas decide.

local function map(value)
  return type(value) == "table" and value or {}
end

local status = map(obj.status)
local generation = tonumber(map(obj.metadata).generation)

-- Whether what was observed is older than the object.
local function is_stale(observed)
  return generation ~= nil and (tonumber(observed) or generation) < generation
end

local wanted = tonumber(status.replicas)
local ready = tonumber(status.readyReplicas) or 0
if is_stale(status.observedGeneration) or wanted == nil then
  return { status = "Progressing", message = "Waiting for SolrCloud" }
end
local message = tostring(ready) .. " of " .. tostring(wanted) .. " replicas are ready"
if ready < wanted then
  return { status = "Progressing", message = message }
end
return { status = "Healthy", message = message }
