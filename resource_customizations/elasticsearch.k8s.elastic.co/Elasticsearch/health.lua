-- uses: map, text, is_stale
-- A cluster of Elasticsearch that ECK runs: its phase and then its health, which is a colour,
-- decide. A status without either is a failure of ECK, not a young cluster, so it is Unknown.

local spec = map(obj.spec)
local status = map(obj.status)

local phase = text(status.phase, "")
local health = text(status.health, "")

-- How many nodes all node sets together ask for.
local function wanted()
  local sum = 0
  for _, set in ipairs(map(spec.nodeSets)) do
    sum = sum + (tonumber(map(set).count) or 0)
  end
  return sum
end

if obj.status == nil or is_stale(obj, status.observedGeneration) then
  return { status = "Progressing", message = "Waiting for Elasticsearch" }
end
-- elastic/cloud-on-k8s, pkg/apis/elasticsearch/v1/status.go: Stalled cannot make progress with a shutdown
if phase == "Invalid" or phase == "Stalled" then
  return { status = "Degraded", message = "Elasticsearch phase is " .. phase }
end
if health == "red" then
  local message = "Elasticsearch Cluster status is Red. Some primary shards are not allocated"
  return { status = "Degraded", message = message }
end
if phase ~= "" and phase ~= "Ready" then
  return { status = "Progressing", message = "Elasticsearch phase is " .. phase }
end

local available = tonumber(status.availableNodes) or 0
if health ~= "" and available < wanted() then
  local count = available .. " of " .. wanted() .. " nodes are available"
  return { status = "Progressing", message = "Waiting for nodes: " .. count }
end
if health == "green" then
  return { status = "Healthy", message = "Elasticsearch Cluster status is Green" }
end
if health == "yellow" then
  local message = "Elasticsearch Cluster status is Yellow. Some replica shards are not allocated"
  return { status = "Progressing", message = message }
end
return { status = "Unknown", message = "Elasticsearch Cluster status is not known" }
