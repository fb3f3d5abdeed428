-- uses: map, text, is_stale
-- vitals:profiles combined
-- A game server of Agones. Its state decides.

local states = {
  Ready = "Healthy", Allocated = "Healthy", Reserved = "Healthy", PortAllocation =
  "Progressing", Creating = "Progressing", Starting = "Progressing", Scheduled = "Progressing",
  RequestReady = "Progressing", Shutdown = "Progressing", Error = "Degraded", Unhealthy =
  "Degraded",
}

local status = map(obj.status)

local state = text(status.state, "")
if is_stale(obj, status.observedGeneration) or state == "" then
  return { status = "Progressing", message = "Waiting for GameServer" }
end
return { status = states[state] or "Progressing", message = "GameServer is " .. state }
