-- A network configuration of nodes. Degraded, Progressing, Ignored and Available decide.

-- The first of these conditions that is True decides.
local rules = {
  { name = "Degraded", status = "Degraded" },
  { name = "Progressing", status = "Progressing" },
  { name = "Ignored", status = "Suspended" },
  { name = "Available", status = "Healthy" },
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

if is_stale(status.observedGeneration) then
  return { status = "Progressing", message = "Waiting for policy to be applied" }
end
for _, rule in ipairs(rules) do
  local found = condition(rule.name)
  if found.status == "True" then
    local message = text(found.reason, rule.name) .. ": " .. text(found.message, "no message")
    return { status = rule.status, message = message }
  end
end
local message = explain(condition("Available"), "Waiting for policy to be applied")
return { status = "Progressing", message = message }
