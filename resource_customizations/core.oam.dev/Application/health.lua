-- vitals:profiles combined
-- An application of KubeVela. status.status decides.

local states = {
  running = "Healthy", workflowFinished = "Healthy", starting = "Progressing", rendering =
  "Progressing", generatingPolicy = "Progressing", runningWorkflow = "Progressing", rollingOut =
  "Progressing", deleting = "Progressing", workflowSuspending = "Suspended", workflowTerminated
  = "Degraded", workflowFailed = "Degraded", unhealthy = "Degraded",
}

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

-- The condition of a type, or an empty one.
local function condition(name)
  for _, candidate in ipairs(map(status.conditions)) do
    if map(candidate).type == name and not is_stale(candidate.observedGeneration) then
      return candidate
    end
  end
  return {}
end

-- What a condition says: its message, or else its reason.
local function explain(of, otherwise)
  return text(of.message, text(of.reason, otherwise))
end

local state = text(status.status, "")
if is_stale(status.observedGeneration) or state == "" then
  return { status = "Progressing", message = "Waiting for Application" }
end

local message = "Application is " .. state
local cause = explain(condition("Workflow"), "")
if state == "unhealthy" then
  for _, entry in ipairs(map(status.services)) do
    local service = map(entry)
    if service.healthy == false then
      cause = text(service.name, "a service") .. ": " .. text(service.message, "not healthy")
      break
    end
  end
end
if cause ~= "" then
  message = message .. ": " .. cause
end
return { status = states[state] or "Progressing", message = message }
