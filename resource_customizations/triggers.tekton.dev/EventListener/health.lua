-- vitals:profiles combined
-- What takes events for Tekton. Ready decides; it is False for what is wrong and for what is not
-- there yet, so that the parts say which.

-- What needs help when it is False, with the status of its Deployment among them. A new object has
-- them as False without a message.
local parts = { "Service", "Deployment", "Progressing" }

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

local ready = condition("Ready")
if is_stale(status.observedGeneration) or ready.status == nil then
  return { status = "Progressing", message = "Waiting for EventListener" }
end
if ready.status == "True" then
  return { status = "Healthy", message = text(ready.message, "EventListener is ready") }
end
for _, name in ipairs(parts) do
  local part = condition(name)
  local message = explain(part, "")
  if part.status == "False" and message ~= "" then
    return { status = "Degraded", message = message }
  end
end
local failure = condition("ReplicaFailure")
if failure.status == "True" then
  return { status = "Degraded", message = explain(failure, "A pod cannot be created") }
end
return { status = "Progressing", message = explain(ready, "Waiting for EventListener") }
