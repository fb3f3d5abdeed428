-- uses: map, text, is_stale, waits
-- vitals:profiles combined
-- A runner of GitHub Actions. Its phase decides.

local states = {
  Running = "Healthy", Succeeded = "Healthy", Pending = "Progressing", Failed = "Degraded",
  Outdated = "Degraded",
}

local status = map(obj.status)

local phase = text(status.phase, "")
if is_stale(obj, status.observedGeneration) or phase == "" then
  return waits("Waiting for EphemeralRunner", phase)
end

-- A runner that is registered and waits for a job is Pending, too.
if phase == "Pending" and status.ready == true then
  return { status = "Healthy", message = "EphemeralRunner waits for a job" }
end
local message = "EphemeralRunner is " .. phase
local cause = text(status.message, "")
if cause ~= "" then
  message = message .. ": " .. cause
end
return { status = states[phase] or "Progressing", message = message }
