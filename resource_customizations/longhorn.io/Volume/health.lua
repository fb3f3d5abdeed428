-- vitals:profiles combined
-- A volume of Longhorn. Its state says whether it is attached, its robustness whether its
-- replicas are well; Scheduled says why they are not.

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

local state = text(status.state, "")
local robustness = text(status.robustness, "unknown")
if is_stale(status.observedGeneration) or state == "" then
  return { status = "Progressing", message = "Waiting for Volume" }
end
if robustness == "faulted" then
  return { status = "Degraded", message = "Volume is faulted: no replica can be used" }
end

-- Older releases write the name in small letters.
for _, name in ipairs({ "Scheduled", "scheduled" }) do
  local found = condition(name)
  if found.status == "False" then
    local cause = explain(found, "not enough room")
    return { status = "Degraded", message = "Replicas cannot be scheduled: " .. cause }
  end
end
if robustness == "degraded" then
  return { status = "Degraded", message = "Volume is degraded: replicas are missing" }
end
if state == "detached" then
  return { status = "Healthy", message = "Volume is detached" }
end
if state == "attached" and robustness == "healthy" then
  return { status = "Healthy", message = "Volume is attached and healthy" }
end
return { status = "Progressing", message = "Volume is " .. state .. ", " .. robustness }
