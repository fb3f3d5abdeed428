-- Resources of AWS that an ACK controller manages: Ready decides, or ACK.ResourceSynced before
-- there was Ready. ACK.Terminal is an error that only a change of the specification can mend.

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

local waiting = "Waiting for resource to be ready"
local terminal = condition("ACK.Terminal")
if is_stale(status.observedGeneration) then
  return { status = "Progressing", message = waiting }
end
if terminal.status == "True" then
  return { status = "Degraded", message = explain(terminal, "ACK.Terminal is True") }
end

local ready = condition("Ready")
if ready.type == nil then
  ready = condition("ACK.ResourceSynced")
end
if ready.status == "True" then
  return { status = "Healthy", message = explain(ready, "Resource is ready") }
end
-- An error that a retry may mend, such as a reference to a resource that is not ready yet.
local recoverable = condition("ACK.Recoverable")
if recoverable.status == "True" then
  return { status = "Progressing", message = explain(recoverable, waiting) }
end
return { status = "Progressing", message = explain(ready, waiting) }
