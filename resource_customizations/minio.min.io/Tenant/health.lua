-- A MinIO tenant. Its current state decides.

-- The states that need somebody; all others are steps on the way.
local failures = {
  ["Another MinIO Tenant already exists in the namespace"] = true,
  ["Different versions across MinIO Pools"] = true,
  ["Pool Decommissioning Not Allowed"] = true,
  ["Statefulset not controlled by operator"] = true,
  ["Tenant credentials are not set properly"] = true,
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

local state = text(status.currentState, "")
if is_stale(status.observedGeneration) or state == "" then
  return { status = "Progressing", message = "No status info available" }
end
-- Without a write quorum the health is red.
if state == "Initialized" and status.healthStatus == "red" then
  return { status = "Degraded", message = text(status.healthMessage, "The health is red") }
end
if state == "Initialized" then
  return { status = "Healthy", message = state }
end
if failures[state] then
  return { status = "Degraded", message = state }
end
return { status = "Progressing", message = state }
