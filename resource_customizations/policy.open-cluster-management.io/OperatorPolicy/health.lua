-- A policy on operators of Open Cluster Management. Its condition Compliant decides.

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

if next(status) == nil then
  return { status = "Progressing", message = "Waiting for the status to be reported" }
end
if is_stale(status.observedGeneration) then
  return { status = "Progressing", message = "Waiting for the status to be updated" }
end
local compliant = condition("Compliant")
if compliant.status == "True" then
  return { status = "Healthy", message = explain(compliant, "Compliant") }
end
if compliant.status == "False" then
  return { status = "Degraded", message = explain(compliant, "NonCompliant") }
end
return { status = "Progressing", message = "Waiting for the compliance condition" }
