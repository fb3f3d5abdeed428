-- uses: map, text, is_stale
-- vitals:profiles combined
-- Every database of KubeDB. Its phase decides.

local states = {
  Ready = "Healthy", Provisioning = "Progressing", DataRestoring = "Progressing",
  Halted = "Suspended", Critical = "Degraded", NotReady = "Degraded", Unknown = "Unknown",
}

local status = map(obj.status)

local phase = text(status.phase, "")
if is_stale(obj, status.observedGeneration) or phase == "" then
  return { status = "Progressing", message = "Waiting for the object" }
end
return { status = states[phase] or "Progressing", message = "It is " .. phase }
