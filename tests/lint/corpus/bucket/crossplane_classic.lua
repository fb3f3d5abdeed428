local hs = {}
if obj.status ~= nil and obj.status.conditions ~= nil then
  local ready = false
  local synced = false
  for i, condition in ipairs(obj.status.conditions) do
    if condition.type == "Ready" then
      ready = condition.status == "True"
    end
    if condition.type == "Synced" then
      synced = condition.status == "True"
      if condition.status == "False" then
        hs.status = "Degraded"
        hs.message = condition.message
        return hs
      end
    end
  end
  if ready and synced then
    hs.status = "Healthy"
    hs.message = "Resource is up-to-date."
    return hs
  end
end
hs.status = "Progressing"
hs.message = "Provisioning ..."
return hs
