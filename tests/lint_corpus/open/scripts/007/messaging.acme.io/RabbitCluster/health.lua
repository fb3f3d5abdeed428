local hs = {}
for _, c in ipairs(obj.status.conditions) do
  if c.type == "AllReplicasReady" then
    if c.status == "True" then
      hs.status = "Healthy"
      hs.message = "All replicas are ready"
      return hs
    end
    hs.status = "Progressing"
    hs.message = "Replicas: " .. c.message
    return hs
  end
end
hs.status = "Progressing"
hs.message = "No condition yet"
return hs
