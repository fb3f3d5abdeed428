-- vitals:profiles combined
-- Every kind of Forklift: providers, maps, plans and migrations of virtual machines. Conditions
-- that are critical or errors block; then the progress and Ready decide.

-- Condition and health: the first one that is True decides.
local rules = {
  { "Executing", "Progressing" },
  { "Running", "Progressing" },
  { "Canceled", "Suspended" },
  { "Succeeded", "Healthy" },
  { "Ready", "Healthy" },
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

-- Categories of conditions that keep an object from being ready.
local blocking = { Critical = true, Error = true }

if map(obj.spec).archived == true then
  return { status = "Healthy", message = "The plan is archived" }
end
if is_stale(status.observedGeneration) then
  return { status = "Progressing", message = "Waiting for the object" }
end
for _, candidate in ipairs(map(status.conditions)) do
  local found = map(candidate)
  local counts = found.status == "True" and not is_stale(found.observedGeneration)
  if counts and (found.type == "Failed" or blocking[text(found.category, "")]) then
    return { status = "Degraded", message = explain(found, text(found.type, "It has failed")) }
  end
end
for _, rule in ipairs(rules) do
  local found = condition(rule[1])
  if found.status == "True" then
    return { status = rule[2], message = explain(found, rule[1] .. " is True") }
  end
end
return { status = "Progressing", message = "Waiting for the object" }
