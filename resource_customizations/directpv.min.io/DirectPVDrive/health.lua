-- uses: map, text, is_stale, condition, explain, waits
-- vitals:profiles combined
-- A drive of DirectPV. Its status decides.

local states = {
  Ready = "Healthy", Moving = "Progressing", Removed = "Suspended", Lost = "Degraded",
  Error = "Degraded",
}

local status = map(obj.status)

local state = text(status.status, "")

if is_stale(obj, status.observedGeneration) or state == "" then
  return waits("Waiting for the drive", state)
end

local message = "The drive is " .. state
local cause = ""
for _, name in ipairs({ "IOError", "MountError", "MultipleMatches" }) do
  if cause == "" and condition(obj, name).status == "True" then
    cause = explain(condition(obj, name), "")
  end
end
if cause ~= "" then
  message = message .. ": " .. cause
end
return { status = states[state] or "Progressing", message = message }
