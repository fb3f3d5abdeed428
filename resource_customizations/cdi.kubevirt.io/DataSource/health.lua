-- vitals:profiles combined
-- Where virtual machines get a disk from. Ready decides; its reason is the phase of the import.

-- Reasons that need help. A source that is not found may be on its way.
local failures = { Failed = true, NoSource = true, NoPvc = true }

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
  return { status = "Progressing", message = "Waiting for DataSource" }
end
if ready.status == "True" then
  return { status = "Healthy", message = text(ready.message, "DataSource is ready") }
end
local waits = not failures[text(ready.reason, "")]
return {
  status = waits and "Progressing" or "Degraded",
  message = explain(ready, "Waiting for DataSource"),
}
