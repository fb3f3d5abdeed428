-- uses: map, text, is_stale
-- vitals:profiles combined
-- What a component of MetalLB made of the configuration. The result decides.

local states = { Valid = "Healthy", Invalid = "Degraded", Unknown = "Unknown" }

local status = map(obj.status)

local result = text(status.result, "")
if is_stale(obj, status.observedGeneration) or result == "" then
  return { status = "Progressing", message = "Waiting for the configuration" }
end

local message = "The configuration is " .. result
local cause = text(status.lastError, "")
if cause ~= "" then
  message = message .. ": " .. cause
end
return { status = states[result] or "Progressing", message = message }
