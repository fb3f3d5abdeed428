-- vitals:profiles combined
-- A certificate that other namespaces may use. Valid decides, and lists the errors.

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

-- The errors that a condition lists.
local function errors(of)
  local message = ""
  for _, item in ipairs(map(of.errors)) do
    message = message .. "; " .. explain(map(item), "unnamed error")
  end
  return message
end

local valid = condition("Valid")
if is_stale(status.observedGeneration) then
  return { status = "Progressing", message = "Waiting for TLSCertificateDelegation" }
end
if valid.status == "True" or valid.status == nil then
  return { status = "Healthy", message = text(valid.message, "It has no error") }
end
if valid.status == "False" then
  return { status = "Degraded", message = explain(valid, "It is not valid") .. errors(valid) }
end
return { status = "Progressing", message = explain(valid, "Waiting for TLSCertificateDelegation") }
