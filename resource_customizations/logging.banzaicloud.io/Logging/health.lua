-- vitals:profiles combined
-- A pipeline for logs, by the Logging operator. problems and configCheckResults decide.

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

if is_stale(status.observedGeneration) then
  return { status = "Progressing", message = "Waiting for Logging" }
end
local problems = map(status.problems)
if text(problems[1], "") ~= "" then
  return { status = "Degraded", message = problems[1] }
end
local count = tonumber(status.problemsCount) or 0
if count > 0 then
  return { status = "Degraded", message = count .. " problems" }
end
-- Results of older configurations are removed once a newer one is valid.
for _, valid in pairs(map(status.configCheckResults)) do
  if valid == false then
    return { status = "Degraded", message = "The check of the configuration failed" }
  end
end
if status.active == false then
  return { status = "Healthy", message = "Logging is not in use" }
end
return { status = "Healthy", message = "Logging has no problems" }
