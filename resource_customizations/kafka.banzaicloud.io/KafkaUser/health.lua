-- uses: map, text, is_stale
-- vitals:profiles combined
-- A user of Koperator. Its state decides.

-- All other states are steps on the way.
local states = { created = "Healthy" }

local status = map(obj.status)

local state = text(status.state, "")

if is_stale(obj, status.observedGeneration) or state == "" then
  return { status = "Progressing", message = "Waiting for KafkaUser" }
end
return { status = states[state] or "Progressing", message = "KafkaUser is " .. state }
