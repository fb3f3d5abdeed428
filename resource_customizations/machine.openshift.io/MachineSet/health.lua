-- vitals:profiles combined
-- Machines of OpenShift that are all alike. Their counts decide; errorMessage says what failed.

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

local function count(value)
  return tonumber(value) or 0
end

local wanted = tonumber(map(obj.spec).replicas) or 1
local available = count(status.availableReplicas)
if is_stale(status.observedGeneration) then
  return { status = "Progressing", message = "Waiting for MachineSet" }
end
local failure = text(status.errorMessage, text(status.errorReason, ""))
if failure ~= "" then
  return { status = "Degraded", message = failure }
end
local message = available .. " of " .. wanted .. " machines are available"
if available < wanted or count(status.replicas) ~= wanted then
  return { status = "Progressing", message = message }
end
return { status = "Healthy", message = message }
