-- A cluster of Gardener. Gardener writes how it is into a label; conditions and the last
-- operation say why.

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

-- What a condition says: its message, or else its reason.
local function explain(of, otherwise)
  return text(of.message, text(of.reason, otherwise))
end

local health = {
  healthy = "Healthy", progressing = "Progressing", unhealthy = "Degraded", unknown = "Unknown",
}

-- What the first condition that is not True says, or what the last operation does.
local function cause()
  for _, element in ipairs(map(status.conditions)) do
    local candidate = map(element)
    if candidate.status ~= "True" and not is_stale(candidate.observedGeneration) then
      return text(candidate.type, "a condition") .. ": " .. explain(candidate, "not True")
    end
  end
  return text(map(status.lastOperation).description, "no cause is reported")
end

local state = text(map(map(obj.metadata).labels)["shoot.gardener.cloud/status"], "")
local found = health[state] or "Progressing"
local is_new = next(map(status.conditions)) == nil and status.lastOperation == nil
if is_stale(status.observedGeneration) or is_new then
  return { status = "Progressing", message = "Waiting for Shoot" }
end
if map(spec.hibernation).enabled == true and found ~= "Degraded" then
  return { status = "Suspended", message = "Shoot is hibernated" }
end
if found == "Healthy" then
  return { status = "Healthy", message = "Shoot is healthy" }
end
return { status = found, message = "Shoot is " .. text(state, "new") .. ": " .. cause() }
