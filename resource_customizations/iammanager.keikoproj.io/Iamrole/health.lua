-- A role in AWS. Its state decides; a state that is not a step on the way is a failure.

local steps = {
  CreateInProgress = true, DeleteInProgress = true, InProgress = true, RetryInProgress = true,
  UpdateInProgress = true,
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

local state = text(status.state, "")
if is_stale(status.observedGeneration) or state == "" then
  return { status = "Progressing", message = "Waiting for Iamrole to be reconciled" }
end
local role = text(status.roleName, "unnamed")
if state == "Ready" then
  return { status = "Healthy", message = "Role '" .. role .. "' exists" }
end
if steps[state] then
  return { status = "Progressing", message = "Role '" .. role .. "': " .. state }
end
local message = text(status.errorDescription, state)
return { status = "Degraded", message = "Role '" .. role .. "': " .. message }
