local hs = {}
if obj.status ~= nil and obj.status.conditions ~= nil then
  for _, condition in ipairs(obj.status.conditions) do
    if condition.type == "Ready" then
      if condition.status == "True" then
        hs.status = "Healthy"
      else
        hs.status = "Degraded"
      end
      hs.message = conditon.message
      return hs
    end
  end
end
hs.status = "Progressing"
hs.message = "Waiting for the issuer"
return hs
