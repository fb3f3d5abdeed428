-- uses: map, text, is_stale
-- vitals:profiles combined
-- A role of OpenSearch. Its state decides.

local states = {
  CREATED = "Healthy", IGNORED = "Healthy", PENDING = "Progressing", ERROR = "Degraded",
}

local status = map(obj.status)

local state = text(status.state, "")
if is_stale(obj, status.observedGeneration) or state == "" then
  return { status = "Progressing", message = "Waiting for OpensearchRole" }
end

local message = "OpensearchRole is " .. state
local cause = text(status.reason, "")
if cause ~= "" then
  message = message .. ": " .. cause
end
return { status = states[state] or "Progressing", message = message }
