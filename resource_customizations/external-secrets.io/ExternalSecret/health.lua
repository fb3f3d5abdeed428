-- An external secret is healthy once its Secret was synced: Ready is True.

local waiting = { status = "Progressing", message = "Waiting for ExternalSecret" }

if obj.status == nil or obj.status.conditions == nil then
  return waiting
end

local generation = obj.metadata.generation
local observed = obj.status.observedGeneration
if generation ~= nil and observed ~= nil and observed < generation then
  return waiting
end

for _, condition in ipairs(obj.status.conditions) do
  if condition.type == "Ready" and condition.status == "True" then
    return { status = "Healthy", message = condition.message }
  end
  if condition.type == "Ready" and condition.status == "False" then
    return { status = "Degraded", message = condition.message }
  end
end
return waiting
