-- uses: map, text, is_stale, condition
-- A CRD is healthy once its names are accepted and it is served, and while its schema is
-- structural.

local status = map(obj.status)

local function answer(health, message, of)
  local cause = text(of.message, "")
  return { status = health, message = cause == "" and message or message .. ": " .. cause }
end

if map(obj.metadata).deletionTimestamp ~= nil then
  return { status = "Progressing", message = "CRD is terminating" }
end
if next(map(status.conditions)) == nil then
  return { status = "Progressing", message = "Status conditions not found" }
end
if is_stale(obj, status.observedGeneration) then
  return { status = "Progressing", message = "Waiting for the specification to be observed" }
end

local terminating = condition(obj, "Terminating")
if terminating.status == "True" then
  return answer("Progressing", "CRD is terminating", terminating)
end
local names = condition(obj, "NamesAccepted")
if names.status == "False" then
  return answer("Degraded", "CRD names have not been accepted", names)
end
local schema = condition(obj, "NonStructuralSchema")
if schema.status == "True" then
  return answer("Degraded", "Schema violations found", schema)
end
local established = condition(obj, "Established")
if established.status == "True" then
  return { status = "Healthy", message = "CRD is healthy" }
end
-- For a moment after the names were accepted the API is not served yet.
if established.status == "False" and established.reason ~= "Installing" then
  return answer("Degraded", "CRD is not established", established)
end
return answer("Progressing", "CRD is not established yet", established)
