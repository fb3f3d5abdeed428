-- uses: map, is_stale
-- A SolrCloud of the Solr Operator. Its replicas decide.

local status = map(obj.status)

local wanted = tonumber(status.replicas)
local ready = tonumber(status.readyReplicas) or 0
if is_stale(obj, status.observedGeneration) or wanted == nil then
  return { status = "Progressing", message = "Waiting for SolrCloud" }
end
local message = tostring(ready) .. " of " .. tostring(wanted) .. " replicas are ready"
if ready < wanted then
  return { status = "Progressing", message = message }
end
return { status = "Healthy", message = message }
