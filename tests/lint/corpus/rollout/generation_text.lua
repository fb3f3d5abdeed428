if obj.status == nil or obj.status.observedGeneration == nil then
  return { status = "Progressing" }
end
local seen = tonumber(obj.status.observedGeneration)
if seen ~= nil and seen < obj.metadata.generation then
  return { status = "Progressing", message = "behind" }
end
return { status = "Healthy" }
