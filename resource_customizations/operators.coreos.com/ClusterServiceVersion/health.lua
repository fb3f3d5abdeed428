-- uses: map, text, is_stale
-- vitals:profiles combined
-- A version of an operator that OLM installs. Its phase decides.

local states = {
  Succeeded = "Healthy", Pending = "Progressing", InstallReady = "Progressing",
  Installing = "Progressing", Replacing = "Progressing", Deleting = "Progressing",
  Failed = "Degraded", Unknown = "Unknown",
}

local status = map(obj.status)

local phase = text(status.phase, "")
if is_stale(obj, status.observedGeneration) or phase == "" then
  return { status = "Progressing", message = "Waiting for ClusterServiceVersion" }
end

local message = "ClusterServiceVersion is " .. phase
local details = text(status.message, "")
if details ~= "" then
  message = message .. ": " .. details
end
return { status = states[phase] or "Progressing", message = message }
