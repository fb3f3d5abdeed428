-- uses: map, text, is_stale
-- vitals:profiles combined
-- An NVIDIA driver. Its state decides.

local states = {
  ready = "Healthy", notReady = "Progressing", ignored = "Healthy", disabled = "Suspended",
}

local status = map(obj.status)

local state = text(status.state, "")
if is_stale(obj, status.observedGeneration) or state == "" then
  return { status = "Progressing", message = "Waiting for NVIDIADriver" }
end
return { status = states[state] or "Progressing", message = "NVIDIADriver is " .. state }
