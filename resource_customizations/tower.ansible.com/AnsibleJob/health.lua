-- uses: map, text, is_stale
-- A job of Ansible Automation Platform. The status of its result decides.

-- All other states are steps on the way.
local states = {
  canceled = "Degraded", error = "Degraded", failed = "Degraded", successful = "Healthy",
}

local status = map(obj.status)

local result = map(status.ansibleJobResult)
local state = text(result.status, "")
if is_stale(obj, status.observedGeneration) or state == "" then
  return { status = "Progressing", message = "Waiting for AnsibleJob" }
end
return {
  status = states[state] or "Progressing",
  message = state .. " job - " .. text(result.url, "no address yet"),
}
