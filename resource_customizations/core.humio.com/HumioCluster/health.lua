-- uses: map, text, is_stale, waits
-- A cluster of LogScale: its state decides, and message says why it is so.

local status = map(obj.status)

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
if is_stale(obj, status.observedGeneration) or state == "" then
  return waits("Update in progress", state)
end
local message = sentence[state] or "Cluster is " .. state
local cause = text(status.message, "")
if cause ~= "" then
  message = message .. ": " .. cause
end
return { status = health[state] or "Progressing", message = message }
