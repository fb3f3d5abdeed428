-- uses: map, text, is_stale
-- A task of Keptn. Its status decides.

-- All other states are steps on the way.
local states = { Failed = "Degraded", Succeeded = "Healthy", Warning = "Healthy" }

local status = map(obj.status)

local state = text(status.status, "")
if is_stale(obj, status.observedGeneration) or state == "" then
  return { status = "Progressing", message = "Waiting for KeptnTask" }
end

local message = "KeptnTask is " .. state
local details = text(status.message, text(status.reason, ""))
if details ~= "" then
  message = message .. ": " .. details
end
return { status = states[state] or "Progressing", message = message }
