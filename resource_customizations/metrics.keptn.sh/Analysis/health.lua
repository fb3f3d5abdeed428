-- An analysis of Keptn. Once it is Completed, pass and warning decide.

local function map(value)
  return type(value) == "table" and value or {}
end

local function text(value, otherwise)
  if type(value) == "string" and value ~= "" then
    return value
  end
  return otherwise
end

local status = map(obj.status)
local generation = tonumber(map(obj.metadata).generation)

-- Whether what was observed is older than the object.
local function is_stale(observed)
  return generation ~= nil and (tonumber(observed) or generation) < generation
end

local state = text(status.state, "")
if is_stale(status.observedGeneration) or state == "" then
  return { status = "Progressing", message = "Waiting for Analysis" }
end
if state ~= "Completed" then
  return { status = "Progressing", message = "Analysis is " .. state }
end
if status.warning == true then
  return { status = "Healthy", message = "Analysis is healthy with warnings" }
end
if status.pass == true then
  return { status = "Healthy", message = "Analysis is healthy" }
end
return { status = "Degraded", message = "Analysis did not pass" }
