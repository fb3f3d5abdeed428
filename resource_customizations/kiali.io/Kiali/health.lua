-- A Kiali of the Kiali Operator, which is written in Ansible. Failure and Successful decide.

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

if is_stale(status.observedGeneration) then
  return { status = "Progressing", message = "Waiting for Kiali" }
end
-- The operator leaves a Failure that is False beside one that is True.
for _, item in ipairs(map(status.conditions)) do
  local failed = map(item)
  if failed.type == "Failure" and failed.status == "True" then
    return { status = "Degraded", message = explain(failed, "Reconciliation failed") }
  end
end
local successful = condition("Successful")
if successful.status == "True" then
  return { status = "Healthy", message = explain(successful, "Reconciliation succeeded") }
end
return { status = "Progressing", message = explain(condition("Running"), "Waiting for Kiali") }
