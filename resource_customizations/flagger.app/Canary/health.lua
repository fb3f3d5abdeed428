-- A canary of Flagger: its phase decides, and Promoted says how far it is.

local function map(value)
  return type(value) == "table" and value or {}
end

local function text(value, otherwise)
  if type(value) == "string" and value ~= "" then
    return value
  end
  return otherwise
end

local spec = map(obj.spec)
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

local health = {
  Initialized = "Healthy", Succeeded = "Healthy", Failed = "Degraded",
}

local phase = text(status.phase, "")
if spec.suspend == true then
  return { status = "Suspended", message = "Canary is suspended" }
end
if is_stale(status.observedGeneration) or phase == "" then
  return { status = "Progressing", message = "Waiting for Canary" }
end

local message = phase
local weight = tonumber(status.canaryWeight) or 0
if weight > 0 then
  message = message .. " with a weight of " .. weight .. " %"
end
local promoted = explain(condition("Promoted"), "")
if promoted ~= "" and promoted ~= phase then
  message = message .. ": " .. promoted
end
return { status = health[phase] or "Progressing", message = message }
