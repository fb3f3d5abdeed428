-- vitals:profiles combined
-- A data plane of Kong, by its operator. Ready decides, and RolledOut of the rollout, which may wait
-- for its promotion.

-- Reasons of Ready and RolledOut that need help.
local failures = {
  ValidationFailed = true, UnableToProvision = true, Failed = true, PromotionFailed = true,
}

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
  return { status = "Progressing", message = "Waiting for DataPlane" }
end
if ready.status == "False" and failures[text(ready.reason, "")] then
  return { status = "Degraded", message = explain(ready, "DataPlane is not ready") }
end
for _, candidate in ipairs(map(map(status.rollout).conditions)) do
  local found = map(candidate)
  if found.type == "RolledOut" and not is_stale(found.observedGeneration) then
    if failures[text(found.reason, "")] then
      return { status = "Degraded", message = explain(found, "The rollout failed") }
    end
    if found.reason == "AwaitingPromotion" and ready.status == "True" then
      return { status = "Suspended", message = explain(found, "The rollout waits") }
    end
  end
end
if ready.status == "True" then
  return { status = "Healthy", message = text(ready.message, "DataPlane is ready") }
end
return { status = "Progressing", message = explain(ready, "Waiting for DataPlane") }
