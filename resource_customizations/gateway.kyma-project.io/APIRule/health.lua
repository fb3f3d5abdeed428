-- uses: map, text, is_stale
-- vitals:profiles combined
-- A rule for an API of Kyma. Its state decides.

local states = {
  Ready = "Healthy", Processing = "Progressing", Deleting = "Progressing", Warning = "Degraded",
  Error = "Degraded",
}

local status = map(obj.status)

local state = text(status.state, "")

if is_stale(obj, status.observedGeneration) or state == "" then
  return { status = "Progressing", message = "Waiting for APIRule" }
end

local message = "APIRule is " .. state
local cause = text(status.description, "")
if cause ~= "" then
  message = message .. ": " .. cause
end
return { status = states[state] or "Progressing", message = message }
