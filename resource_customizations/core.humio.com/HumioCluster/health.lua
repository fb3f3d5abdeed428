-- A cluster of LogScale: its state decides, and message says why it is so.

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

local health = {
  Running = "Healthy", ConfigError = "Degraded", Unknown = "Unknown",
}

local sentence = {
  Running = "Cluster is running", Restarting = "Cluster pods are being restarted",
  Upgrading = "Cluster pods are being upgraded",
  Pending = "Cluster is waiting for resources to be provisioned",
  ConfigError = "The cluster specification has an error",
  Unknown = "The state of the cluster is unknown",
}

local state = text(status.state, "")
if is_stale(status.observedGeneration) or state == "" then
  return { status = "Progressing", message = "Update in progress" }
end
local message = sentence[state] or "Cluster is " .. state
local cause = text(status.message, "")
if cause ~= "" then
  message = message .. ": " .. cause
end
return { status = health[state] or "Progressing", message = message }
