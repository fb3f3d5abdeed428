-- A run of a pipeline of Tekton: Succeeded decides. A pending one waits to be started.

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

if map(obj.spec).status == "PipelineRunPending" then
  return { status = "Suspended", message = "PipelineRun is pending until it is started" }
end

local succeeded = condition("Succeeded")
if is_stale(status.observedGeneration) or succeeded.status == nil then
  return { status = "Progressing", message = "Waiting for PipelineRun to start" }
end
if succeeded.status == "True" then
  return { status = "Healthy", message = explain(succeeded, "PipelineRun has succeeded") }
end
if succeeded.status == "False" then
  return { status = "Degraded", message = explain(succeeded, "PipelineRun has failed") }
end
return { status = "Progressing", message = explain(succeeded, "PipelineRun is running") }
