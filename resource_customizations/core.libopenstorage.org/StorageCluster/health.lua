-- uses: map, text, is_stale, waits
-- vitals:profiles combined
-- A Portworx cluster. Its phase decides; the condition of an operation that failed says why.

local states = {
  Online = "Healthy", Running = "Healthy", Initializing = "Progressing", Uninstalling =
  "Progressing", Degraded = "Degraded", Offline = "Degraded", NotInQuorum = "Degraded", Failed =
  "Degraded",
}

-- States of conditions that say what is wrong; they are not True and False here.
local failures = {
  Failed = true, Timeout = true, Offline = true, NotInQuorum = true, Degraded = true,
}

local status = map(obj.status)

local phase = text(status.phase, "")
if is_stale(obj, status.observedGeneration) or phase == "" then
  return waits("Waiting for StorageCluster", phase)
end
local message = "StorageCluster is " .. phase
for _, candidate in ipairs(map(status.conditions)) do
  local found = map(candidate)
  local cause = text(found.message, text(found.reason, ""))
  if failures[text(found.status, "")] and cause ~= "" and not is_stale(obj, found.observedGeneration) then
    message = message .. ": " .. cause
    break
  end
end
return { status = states[phase] or "Progressing", message = message }
