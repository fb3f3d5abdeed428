-- uses: map, is_stale
-- A ZooKeeper cluster of Pravega. Its replicas decide.
-- Facts: pravega/zookeeper-operator, api/v1beta1/status.go.

local status = map(obj.status)

-- .status.replicas counts the pods that are there, .spec.replicas those that are wanted.
local there = tonumber(status.replicas)
local wanted = tonumber(map(obj.spec).replicas) or there
local ready = tonumber(status.readyReplicas) or 0
if is_stale(obj, status.observedGeneration) or there == nil then
  return { status = "Progressing", message = "Waiting for ZookeeperCluster" }
end
local message = tostring(ready) .. " of " .. tostring(wanted) .. " nodes have joined the ensemble"
if ready < wanted then
  return { status = "Progressing", message = message }
end
return { status = "Healthy", message = message }
