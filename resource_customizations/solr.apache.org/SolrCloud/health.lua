-- uses: map, text, is_stale
-- A SolrCloud of the Solr Operator. Its replicas decide.
-- Facts: apache/solr-operator, api/v1beta1/solrcloud_types.go and controllers/solrcloud_controller.go.

local status = map(obj.status)

-- .status.replicas counts the pods that are there, .spec.replicas those that are wanted.
local there = tonumber(status.replicas)
local wanted = tonumber(map(obj.spec).replicas) or there
local ready = tonumber(status.readyReplicas) or 0
if is_stale(obj, status.observedGeneration) or there == nil then
  return { status = "Progressing", message = "Waiting for SolrCloud" }
end
local message = tostring(ready) .. " of " .. tostring(wanted) .. " replicas are ready"
if ready < wanted then
  return { status = "Progressing", message = message }
end
local updated = tonumber(status.upToDateNodes) or wanted
if updated < wanted then
  local count = tostring(updated) .. " of " .. tostring(wanted)
  return { status = "Progressing", message = count .. " nodes are up to date" }
end
local target = text(status.targetVersion, "")
if target ~= "" and target ~= status.version then
  return { status = "Progressing", message = "SolrCloud changes to version " .. target }
end
return { status = "Healthy", message = message }
