-- External secrets in many namespaces: Ready once all have theirs. Older releases say NotReady
-- or PartiallyReady instead, and keep these conditions after success.

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

-- What says that some namespace failed.
local function failure()
  for _, name in ipairs({ "NotReady", "PartiallyReady" }) do
    local candidate = condition(name)
    if candidate.status == "True" then
      return candidate
    end
  end
  return condition("Ready")
end

local waiting = "Waiting for ClusterExternalSecret"
local ready = condition("Ready")
if is_stale(status.observedGeneration) then
  return { status = "Progressing", message = waiting }
end
if ready.status == "True" then
  return { status = "Healthy", message = explain(ready, "All namespaces have their secret") }
end

local failed = failure()
if failed.type ~= nil and failed.status ~= "Unknown" then
  return { status = "Degraded", message = explain(failed, "One or more namespaces failed") }
end
return { status = "Progressing", message = explain(failed, waiting) }
