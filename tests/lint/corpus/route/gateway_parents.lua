local hs = {}
if obj.status ~= nil and obj.status.parents ~= nil then
  for _, parent in ipairs(obj.status.parents) do
    if parent.conditions ~= nil then
      for _, condition in ipairs(parent.conditions) do
        if condition.status == "False" and condition.observedGeneration == obj.metadata.generation then
          hs.status = "Degraded"
          hs.message = "Parent " .. (parent.parentRef and parent.parentRef.name or "?") .. ": " .. (condition.message or condition.type)
          return hs
        end
      end
    end
  end
  if #obj.status.parents > 0 then
    hs.status = "Healthy"
    hs.message = "accepted"
    return hs
  end
end
hs.status = "Progressing"
hs.message = "no parent has answered"
return hs
