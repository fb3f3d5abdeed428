-- An evaluation of Keptn. Its overallStatus decides.

-- All other states are steps on the way.
local states = { Failed = "Degraded", Succeeded = "Healthy", Warning = "Healthy" }

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

local state = text(status.overallStatus, "")
if is_stale(status.observedGeneration) or state == "" then
  return { status = "Progressing", message = "Waiting for KeptnEvaluation" }
end

local open = 0
for _, objective in pairs(map(status.evaluationStatus)) do
  if map(objective).status ~= "Succeeded" then
    open = open + 1
  end
end
local message = "KeptnEvaluation is " .. state .. ", " .. tostring(open) .. " objective(s) not met"
return { status = states[state] or "Progressing", message = message }
