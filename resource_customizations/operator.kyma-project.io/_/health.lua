-- uses: map, text, is_stale, waits
-- vitals:profiles combined
-- Kyma and its modules. Their state decides.

local states = {
  Ready = "Healthy", Processing = "Progressing", Deleting = "Progressing",
  Unmanaged = "Suspended", Warning = "Degraded", Error = "Degraded",
}

-- Kinds that have no status.
local without = { ModuleReleaseMeta = true, ModuleTemplate = true }

local status = map(obj.status)

local kind = text(obj.kind, "")
if without[kind] then
  return { status = "Healthy", message = kind .. " has no status" }
end
local state = text(status.state, "")

if is_stale(obj, status.observedGeneration) or state == "" then
  return waits("Waiting for the object", state)
end

local message = "The object is " .. state
local cause = text(status.description, "")
if cause ~= "" then
  message = message .. ": " .. cause
end
return { status = states[state] or "Progressing", message = message }
