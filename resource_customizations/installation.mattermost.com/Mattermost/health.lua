-- uses: map, text, is_stale, waits
-- vitals:profiles combined
-- A Mattermost server. Its state decides; error says what went wrong.

local states = { stable = "Healthy", ready = "Progressing", reconciling = "Progressing" }

local status = map(obj.status)

local state = text(status.state, "")
local failure = text(status.error, "")
if is_stale(obj, status.observedGeneration) or state == "" then
  return waits("Waiting for Mattermost", state)
end
if failure ~= "" then
  return { status = "Degraded", message = failure }
end
return { status = states[state] or "Progressing", message = "Mattermost is " .. state }
