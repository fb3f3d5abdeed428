-- uses: map, text, is_stale, waits
-- vitals:profiles combined
-- A build of Shipwright. Whether it is registered decides.

local states = { True = "Healthy", Unknown = "Progressing", False = "Degraded" }

local status = map(obj.status)

local registered = text(status.registered, "")

if is_stale(obj, status.observedGeneration) or registered == "" then
  return waits("Waiting for Build", registered)
end

local message = "Build is registered: " .. registered
local cause = text(status.message, "")
if cause ~= "" then
  message = message .. ": " .. cause
end
return { status = states[registered] or "Progressing", message = message }
