-- vitals:profiles combined
-- An upgrade of nodes by the system upgrade controller. Complete decides; Validated and
-- LatestResolved come before it. Complete is False with the reason of a job that failed.

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

local complete = condition("Complete")
if is_stale(status.observedGeneration) then
  return { status = "Progressing", message = "Waiting for Plan" }
end
for _, name in ipairs({ "Validated", "LatestResolved" }) do
  local found = condition(name)
  if found.status == "False" then
    return { status = "Degraded", message = explain(found, name .. " is False") }
  end
end
if complete.status == nil then
  return { status = "Progressing", message = "Waiting for Plan" }
end
if complete.status == "True" then
  return { status = "Healthy", message = text(complete.message, "All nodes are upgraded") }
end
if complete.reason == "JobFailed" then
  return { status = "Degraded", message = explain(complete, "A job has failed") }
end
return { status = "Progressing", message = explain(complete, "Waiting for Plan") }
