-- vitals:profiles combined
-- Kyma and its modules. Their state decides.

local states = {
  Ready = "Healthy", Processing = "Progressing", Deleting = "Progressing",
  Unmanaged = "Suspended", Warning = "Degraded", Error = "Degraded",
}

-- Kinds that have no status.
local without = { ModuleReleaseMeta = true, ModuleTemplate = true }

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

local kind = text(obj.kind, "")
if without[kind] then
  return { status = "Healthy", message = kind .. " has no status" }
end
local state = text(status.state, "")

if is_stale(status.observedGeneration) or state == "" then
  return { status = "Progressing", message = "Waiting for the object" }
end

local message = "The object is " .. state
local cause = text(status.description, "")
if cause ~= "" then
  message = message .. ": " .. cause
end
return { status = states[state] or "Progressing", message = message }
