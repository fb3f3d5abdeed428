local hs = {}
hs.status = "Progressing"
hs.message = "Waiting for RedisFailover"
if obj.status ~= nil and obj.status.conditions ~= nil then
  for _, condition in ipairs(obj.status.conditions) do
    if condition.type == "Available" and condition.status == "True" then
      hs.status = "Healthy"
      hs.message = "Redis is available"
    elseif condition.type == "Degraded" and condition.status == "True" then
      hs.status = "Degraded"
      hs.message = condition.message or "Redis is degraded"
    end
  end
end
return hs
