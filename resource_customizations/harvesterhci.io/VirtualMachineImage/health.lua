-- vitals:profiles combined
-- An image of Harvester. Imported decides; RetryLimitExceeded and BackingImageMissing end it.

-- Reasons that pass by themselves.
local waiting = { Importing = true, Initialized = true }

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

local imported = condition("Imported")
if is_stale(status.observedGeneration) then
  return { status = "Progressing", message = "Waiting for VirtualMachineImage" }
end
for _, name in ipairs({ "RetryLimitExceeded", "BackingImageMissing" }) do
  local found = condition(name)
  if found.status == "True" then
    return { status = "Degraded", message = explain(found, name) }
  end
end
if imported.status == "True" then
  return { status = "Healthy", message = text(imported.message, "VirtualMachineImage is imported") }
end
if imported.status == "False" and not waiting[text(imported.reason, "")] then
  return { status = "Degraded", message = explain(imported, "VirtualMachineImage is not imported") }
end
return { status = "Progressing", message = explain(imported, "Waiting for VirtualMachineImage") }
