local hs = {}
if obj.status ~= nil then
  if obj.status.conditions ~= nil then
    for i, condition in ipairs(obj.status.conditions) do
      if condition.type == "NotReady" and condition.status == "True" then
        if condition.reason == "Creating" then
          hs.status = "Progressing"
          hs.message = "Broker is being created"
          return hs
        else
          hs.status = "Degraded"
          hs.message = condition.message
          return hs
        end
      end
      if condition.type == "Ready" and condition.status == "True" then
        if obj.status.observedGeneration == obj.metadata.generation then
          hs.status = "Healthy"
          hs.message = ""
        else
          hs.status = "Progressing"
          hs.message = "Broker is being updated"
        end
        return hs
      end
    end
  end
end
hs.status = "Progressing"
hs.message = "Broker is being created"
return hs
