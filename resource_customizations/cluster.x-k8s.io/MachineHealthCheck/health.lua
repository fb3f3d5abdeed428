-- A watch over machines: as many must be healthy as are expected.

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

local allowed = condition("RemediationAllowed")
local expected = tonumber(status.expectedMachines)
if expected == nil or is_stale(status.observedGeneration) then
  return { status = "Progressing", message = "Waiting for machines to be counted" }
end

local healthy = tonumber(status.currentHealthy) or 0
local count = healthy .. " of " .. expected .. " expected machines are healthy"
if healthy >= expected then
  return { status = "Healthy", message = count }
end
if allowed.status == "False" then
  count = count .. ": " .. explain(allowed, "remediation is not allowed")
end
return { status = "Degraded", message = count }
