-- A budget is degraded when the controller cannot work it out. That it allows no disruption is what
-- it is for.

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

if is_stale(status.observedGeneration) or next(status) == nil then
  return { status = "Progressing", message = "Waiting for status" }
end

for _, candidate in ipairs(map(status.conditions)) do
  local allowed = map(candidate)
  if allowed.type == "DisruptionAllowed" and allowed.reason == "SyncFailed" then
    return { status = "Degraded", message = explain(allowed, "SyncFailed") }
  end
end
local reason = text(condition("DisruptionAllowed").reason, "SufficientPods")
return { status = "Healthy", message = "PodDisruptionBudget has " .. reason }
