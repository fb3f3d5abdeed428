-- uses: map, text, is_stale, waits
-- A version of an application that Keptn brings out. Its status decides.

-- All other states are steps on the way; Deprecated means that a newer version has taken over.
local states = {
  Deprecated = "Suspended", Failed = "Degraded", Succeeded = "Healthy", Warning = "Healthy",
}

local status = map(obj.status)

local state = text(status.status, "")
if is_stale(obj, status.observedGeneration) or state == "" then
  return waits("Waiting for KeptnAppVersion", state)
end

local message = "KeptnAppVersion is " .. state
local phase = text(status.currentPhase, "")
if phase ~= "" then
  message = message .. " in phase " .. phase
end
return { status = states[state] or "Progressing", message = message }
