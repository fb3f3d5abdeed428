-- An installation of a stack of Crossplane before 0.14. Ready and Synced, of its conditioned
-- status, decide.

local function map(value)
  return type(value) == "table" and value or {}
end

local function text(value, otherwise)
  if type(value) == "string" and value ~= "" then
    return value
  end
  return otherwise
end

local status = map(map(obj.status).conditionedStatus)
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

if is_stale(map(obj.status).observedGeneration) then
  return { status = "Progressing", message = "Waiting for stack to be installed" }
end
local synced = condition("Synced")
if synced.status == "False" then
  return { status = "Degraded", message = explain(synced, "The stack is not synced") }
end
local ready = condition("Ready")
if ready.status == "True" then
  return { status = "Healthy", message = explain(ready, "Resource is available for use") }
end
return { status = "Progressing", message = explain(ready, "Waiting for stack to be installed") }
