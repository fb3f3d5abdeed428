local hs = {}
hs.status = "Progressing"
hs.message = "Waiting for the cluster"
if obj.status ~= nil then
  if obj.status.health == "green" then
    hs.status = "Healthy"
    hs.message = "Cluster health is green"
  elseif obj.status.health == "amber" then
    hs.status = "Progressing"
    hs.message = "Replica shards are missing"
  elseif obj.status.health == "red" then
    hs.status = "Degraded"
    hs.message = "Primary shards are missing on " .. obj.status.availableNodes .. " nodes"
  end
end
return hs
