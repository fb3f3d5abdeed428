-- A workflow that runs by a schedule: only SubmissionError and SpecError say that it cannot. How
-- its runs ended is reported by the workflows.

local function map(value)
  return type(value) == "table" and value or {}
end

local function text(value, otherwise)
  if type(value) == "string" and value ~= "" then
    return value
  end
  return otherwise
end

local spec = map(obj.spec)
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

if is_stale(status.observedGeneration) then
  return { status = "Progressing", message = "Waiting for CronWorkflow" }
end
for _, name in ipairs({ "SubmissionError", "SpecError" }) do
  local failed = condition(name)
  if failed.status == "True" then
    return { status = "Degraded", message = explain(failed, "CronWorkflow cannot be submitted") }
  end
end
if spec.suspend == true then
  return { status = "Healthy", message = "CronWorkflow is suspended" }
end
local completed = condition("Completed")
if completed.status == "True" then
  return { status = "Healthy", message = explain(completed, "CronWorkflow has completed") }
end
return { status = "Healthy", message = "CronWorkflow is healthy" }
