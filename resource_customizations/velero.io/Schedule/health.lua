-- A schedule of backups of Velero. Its phase says whether it is valid; it can be paused.

local states = {
  New = "Progressing", Enabled = "Healthy", FailedValidation = "Degraded",
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

if map(obj.spec).paused == true then
  return { status = "Suspended", message = "Schedule is suspended" }
end
local phase = text(status.phase, "")
if is_stale(status.observedGeneration) or phase == "" then
  return { status = "Progressing", message = "Waiting for Schedule" }
end

local message = "Schedule is " .. phase
local details = text(map(status.validationErrors)[1], "")
if details ~= "" then
  message = message .. ": " .. details
end
return { status = states[phase] or "Progressing", message = message }
