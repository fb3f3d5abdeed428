-- uses: map, text, is_stale
-- vitals:profiles combined
-- A check of nodes, with remediation. Its phase decides.

local states = {
  Enabled = "Healthy", Paused = "Suspended", Disabled = "Suspended", Remediating =
  "Progressing",
}

local status = map(obj.status)

local phase = text(status.phase, "")
if is_stale(obj, status.observedGeneration) or phase == "" then
  return { status = "Progressing", message = "Waiting for NodeHealthCheck" }
end
return { status = states[phase] or "Progressing", message = "NodeHealthCheck is " .. phase }
