-- The documentation of an API in 3scale.

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

local waiting = "Waiting for 3scale ActiveDoc status"
if is_stale(status.observedGeneration) then
  return { status = "Progressing", message = waiting }
end
for _, name in ipairs({ "Failed", "Invalid", "Orphan" }) do
  local failed = condition(name)
  if failed.status == "True" then
    return { status = "Degraded", message = explain(failed, "ActiveDoc is " .. name) }
  end
end
local ready = condition("Ready")
if ready.status == "True" then
  return { status = "Healthy", message = explain(ready, "ActiveDoc is ready") }
end
if ready.status == "False" then
  return { status = "Degraded", message = explain(ready, "ActiveDoc is not ready") }
end
return { status = "Progressing", message = explain(ready, waiting) }
