-- vitals:profiles combined
-- A Portworx cluster. Its phase decides; the condition of an operation that failed says why.

local states = {
  Online = "Healthy", Running = "Healthy", Initializing = "Progressing", Uninstalling =
  "Progressing", Degraded = "Degraded", Offline = "Degraded", NotInQuorum = "Degraded", Failed =
  "Degraded",
}

-- States of conditions that say what is wrong; they are not True and False here.
local failures = {
  Failed = true, Timeout = true, Offline = true, NotInQuorum = true, Degraded = true,
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

local phase = text(status.phase, "")
if is_stale(status.observedGeneration) or phase == "" then
  return { status = "Progressing", message = "Waiting for StorageCluster" }
end
local message = "StorageCluster is " .. phase
for _, candidate in ipairs(map(status.conditions)) do
  local found = map(candidate)
  local cause = text(found.message, text(found.reason, ""))
  if failures[text(found.status, "")] and cause ~= "" and not is_stale(found.observedGeneration) then
    message = message .. ": " .. cause
    break
  end
end
return { status = states[phase] or "Progressing", message = message }
