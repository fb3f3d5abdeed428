-- A CRD is healthy once its names are accepted and it is served, and while its schema is structural.

local function answer(status, message, condition)
  if condition.message ~= nil and condition.message ~= "" then
    message = message .. ": " .. condition.message
  end
  return { status = status, message = message }
end

if obj.metadata.deletionTimestamp ~= nil then
  return { status = "Progressing", message = "CRD is terminating" }
end
if obj.status == nil or obj.status.conditions == nil or #obj.status.conditions == 0 then
  return { status = "Progressing", message = "Status conditions not found" }
end

local generation = obj.metadata.generation
local observed = obj.status.observedGeneration
if generation ~= nil and observed ~= nil and observed < generation then
  return { status = "Progressing", message = "Waiting for the specification to be observed" }
end

local conditions = {}
for _, condition in ipairs(obj.status.conditions) do
  conditions[condition.type] = condition
end

local terminating = conditions.Terminating
if terminating ~= nil and terminating.status == "True" then
  return answer("Progressing", "CRD is terminating", terminating)
end
local names = conditions.NamesAccepted
if names ~= nil and names.status == "False" then
  return answer("Degraded", "CRD names have not been accepted", names)
end
local schema = conditions.NonStructuralSchema
if schema ~= nil and schema.status == "True" then
  return answer("Degraded", "Schema violations found", schema)
end
local established = conditions.Established
if established == nil then
  return { status = "Progressing", message = "CRD is not established yet" }
end
if established.status == "True" then
  return { status = "Healthy", message = "CRD is healthy" }
end
-- For a moment after the names were accepted the API is not served yet.
if established.status == "False" and established.reason ~= "Installing" then
  return answer("Degraded", "CRD is not established", established)
end
return answer("Progressing", "CRD is not established yet", established)
