-- An object store of Ceph: its phase decides.

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
  return { status = "Progressing", message = "Waiting for Ceph object store" }
end
if phase == "Ready" or phase == "Connected" then
  return { status = "Healthy", message = "Ceph object store is " .. phase }
end
if phase == "Failure" then
  local cause = text(status.message, "phase is Failure")
  return { status = "Degraded", message = "Ceph object store has failed: " .. cause }
end
return { status = "Progressing", message = "Ceph object store phase is " .. phase }
