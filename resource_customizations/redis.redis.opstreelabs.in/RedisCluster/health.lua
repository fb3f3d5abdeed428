-- uses: map, text, is_stale
-- vitals:profiles combined
-- A cluster of Redis. Its state decides.

local states = {
  Ready = "Healthy", Initializing = "Progressing", Bootstrap = "Progressing", Failed = "Degraded",
}

local status = map(obj.status)

local state = text(status.state, "")
if is_stale(obj, status.observedGeneration) or state == "" then
  return { status = "Progressing", message = "Waiting for RedisCluster" }
end

local message = "RedisCluster is " .. state
local details = text(status.reason, "")
if details ~= "" then
  message = message .. ": " .. details
end
return { status = states[state] or "Progressing", message = message }
