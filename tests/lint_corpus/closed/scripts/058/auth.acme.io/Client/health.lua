local hs = {}
if obj.status ~= nil and obj.status.conditions ~= nil then
  for _, c in ipairs(obj.status.conditions) do
    if c.type == "Ready" then
      hs.status = c.status == "True" and "Healthy" or "Degraded"
      hs.message = c.msg
      return hs
    end
  end
end
return { status = "Progressing", message = "Client is not registered yet" }
