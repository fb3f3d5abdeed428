-- vitals:profiles combined
-- A platform of Camel K. Its phase decides; a condition that is False says why.

local states = {
  Ready = "Healthy", Creating = "Progressing", Starting = "Progressing", CreateCatalog =
  "Progressing", Error = "Degraded", Duplicate = "Degraded",
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

local phase = text(status.phase, "")
if is_stale(status.observedGeneration) or phase == "" then
  return { status = "Progressing", message = "Waiting for IntegrationPlatform" }
end

local message = "IntegrationPlatform is " .. phase
for _, name in ipairs({ "RegistryAvailable", "CamelCatalogAvailable", "Created", "Ready" }) do
  local found = condition(name)
  if found.status == "False" then
    message = message .. ": " .. explain(found, name .. " is False")
    break
  end
end
return { status = states[phase] or "Progressing", message = message }
