-- vitals:profiles combined
-- Secrets that are pushed from many namespaces to a provider. Ready decides; failedNamespaces says
-- why.

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
  return { status = "Progressing", message = "Waiting for ClusterPushSecret" }
end
if ready.status == "True" then
  return { status = "Healthy", message = text(ready.message, "ClusterPushSecret is ready") }
end
if ready.status == "False" then
  local message = explain(ready, "ClusterPushSecret is not ready")
  local failure = map(map(status.failedNamespaces)[1])
  if text(failure.reason, "") ~= "" then
    message = message .. ": " .. text(failure.namespace, "a namespace") .. ": " .. failure.reason
  end
  return { status = "Degraded", message = message }
end
return { status = "Progressing", message = explain(ready, "Waiting for ClusterPushSecret") }
