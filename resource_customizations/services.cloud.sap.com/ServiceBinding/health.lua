-- A binding to a service of SAP BTP. Failed and Ready decide.

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

if map(obj.metadata).deletionTimestamp ~= nil then
  local reason = explain(condition("Failed"), explain(condition("Succeeded"), "no details"))
  return { status = "Progressing", message = "Resource is being deleted: " .. reason }
end
local failed = condition("Failed")
local succeeded = condition("Succeeded")
local ready = condition("Ready")
if is_stale(status.observedGeneration) then
  return { status = "Progressing", message = "Waiting for spec update to be observed" }
end
if failed.status == "True" then
  return { status = "Degraded", message = explain(failed, "ServiceBinding has failed") }
end
if ready.status == "True" and succeeded.status ~= "False" then
  return { status = "Healthy", message = "Ready to use" }
end
return { status = "Progressing", message = explain(succeeded, "Waiting for status") }
