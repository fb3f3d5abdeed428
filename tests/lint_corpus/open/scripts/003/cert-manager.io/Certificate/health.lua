local hs = {}
hs.status = "Progressing"
hs.message = "Waiting for the certificate to be issued"

if obj.status ~= nil and obj.status.conditions ~= nil then
  for i, condition in ipairs(obj.status.conditions) do
    if condition.type == "Ready" then
      if condition.status == "True" then
        hs.status = "Healthy"
        hs.message = condition.message or "Certificate is ready"
      elseif condition.status == "False" and condition.reason ~= "Issuing" then
        hs.status = "Degraded"
        hs.message = condition.message or "Certificate is not ready"
      end
    end
  end
end

return hs
