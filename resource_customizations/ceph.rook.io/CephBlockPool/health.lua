-- uses: map, text, is_stale, condition, explain
-- vitals:profiles combined
-- A Ceph block pool of Rook. Its phase decides, and the condition of that type says why.

local states = {
  Ready = "Healthy", Connected = "Healthy", Created = "Healthy", Progressing = "Progressing",
  Connecting = "Progressing", Deleting = "Progressing", DeletionIsBlocked = "Progressing",
  Failure = "Degraded", Error = "Degraded", ReconcileFailed = "Degraded",
}

local status = map(obj.status)

local phase = text(status.phase, "")
if is_stale(obj, status.observedGeneration) or phase == "" then
  return { status = "Progressing", message = "Waiting for Ceph block pool" }
end

local message = "Ceph block pool is " .. phase
local details = explain(condition(obj, phase), "")
if details ~= "" then
  message = message .. ": " .. details
end
return { status = states[phase] or "Progressing", message = message }
