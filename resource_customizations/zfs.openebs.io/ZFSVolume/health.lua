-- uses: map, text, is_stale
-- vitals:profiles combined
-- A volume of OpenEBS. Its state decides.

local states = { Ready = "Healthy", Pending = "Progressing", Failed = "Degraded" }

local status = map(obj.status)

local state = text(status.state, "")
if is_stale(obj, status.observedGeneration) or state == "" then
  return { status = "Progressing", message = "Waiting for ZFSVolume" }
end
return { status = states[state] or "Progressing", message = "ZFSVolume is " .. state }
