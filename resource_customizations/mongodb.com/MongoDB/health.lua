-- uses: map, text, is_stale
-- vitals:profiles combined
-- A deployment of MongoDB Enterprise. Its phase decides.

local states = {
  Running = "Healthy", Updated = "Healthy", Pending = "Progressing", Reconciling = "Progressing",
  Disabled = "Suspended", Failed = "Degraded", Unsupported = "Degraded",
}

local status = map(obj.status)

local phase = text(status.phase, "")
if is_stale(obj, status.observedGeneration) or phase == "" then
  return { status = "Progressing", message = "Waiting for MongoDB" }
end

local message = "MongoDB is " .. phase
local details = text(status.message, "")
if details ~= "" then
  message = message .. ": " .. details
end
return { status = states[phase] or "Progressing", message = message }
