-- uses: map, text, is_stale, condition, explain
-- vitals:profiles combined
-- Profiles of seccomp, SELinux and AppArmor that are installed on nodes. Their status decides.

local states = {
  Installed = "Healthy", Pending = "Progressing", InProgress = "Progressing",
  Terminating = "Progressing", Disabled = "Suspended", Partial = "Suspended", Error = "Degraded",
  RUNNING = "Healthy", ERROR = "Degraded",
}

local status = map(obj.status)

-- The status of a profile on one node is a text, that of the daemon is its state.
local state = text(obj.status, text(status.status, text(status.state, "")))

-- Kinds that hold data and have no status.
local data = { ProfileBinding = true, ProfileRecording = true }
if data[text(obj.kind, "")] then
  return { status = "Healthy", message = obj.kind .. " has no status of its own" }
end
if is_stale(obj, status.observedGeneration) or state == "" then
  return { status = "Progressing", message = "Waiting for the profile" }
end

local message = "The profile is " .. state
local cause = explain(condition(obj, "Ready"), "")
if cause ~= "" then
  message = message .. ": " .. cause
end
return { status = states[state] or "Progressing", message = message }
