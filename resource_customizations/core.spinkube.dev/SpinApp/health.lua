-- A Spin application: it has the conditions of its deployment. Of Available and Progressing that
-- counts which changed last; times are RFC 3339 in UTC, so their text is in order.

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

local waiting = "Waiting for SpinApp"
local available = condition("Available")
local progressing = condition("Progressing")
if is_stale(status.observedGeneration) then
  return { status = "Progressing", message = waiting }
end
if progressing.status == "False" then
  return { status = "Degraded", message = explain(progressing, "The rollout has failed") }
end

local since = text(available.lastTransitionTime, "")
if progressing.status == "True" and text(progressing.lastTransitionTime, "") >= since then
  return { status = "Progressing", message = explain(progressing, waiting) }
end
if available.status == "True" then
  return { status = "Healthy", message = explain(available, "SpinApp is available") }
end
if available.status == "False" then
  return { status = "Degraded", message = explain(available, "SpinApp is not available") }
end
return { status = "Progressing", message = explain(available, waiting) }
