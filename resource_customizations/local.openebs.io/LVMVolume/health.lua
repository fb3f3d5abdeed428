-- uses: map, text, is_stale, waits
-- vitals:profiles combined
-- A volume of OpenEBS. Its state decides.

local states = { Ready = "Healthy", Pending = "Progressing", Failed = "Degraded" }

local status = map(obj.status)

local state = text(status.state, "")
if is_stale(obj, status.observedGeneration) or state == "" then
  return waits("Waiting for LVMVolume", state)
end

local message = "LVMVolume is " .. state
local cause = text(map(status.error).message, "")
if cause ~= "" then
  message = message .. ": " .. cause
end
return { status = states[state] or "Progressing", message = message }
