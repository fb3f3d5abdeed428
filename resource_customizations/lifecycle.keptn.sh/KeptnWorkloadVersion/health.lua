-- A version of a workload that Keptn brings out. Its status decides.

-- All other states are steps on the way; Deprecated means that a newer version has taken over.
local states = {
  Deprecated = "Suspended", Failed = "Degraded", Succeeded = "Healthy", Warning = "Healthy",
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

local state = text(status.status, "")
if is_stale(status.observedGeneration) or state == "" then
  return { status = "Progressing", message = "Waiting for KeptnWorkloadVersion" }
end

local message = "KeptnWorkloadVersion is " .. state
local phase = text(status.currentPhase, "")
if phase ~= "" then
  message = message .. " in phase " .. phase
end
return { status = states[state] or "Progressing", message = message }
