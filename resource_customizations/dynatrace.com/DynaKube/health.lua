-- uses: map, text, is_stale, explain, waits
-- vitals:profiles combined
-- Dynatrace's agents. The phase decides; a condition that is False says why.

local states = { Running = "Healthy", Deploying = "Progressing", Error = "Degraded" }

local status = map(obj.status)

-- The first condition that is False, or an empty one.
local function failure()
  for _, candidate in ipairs(map(status.conditions)) do
    if map(candidate).status == "False" and not is_stale(obj, candidate.observedGeneration) then
      return candidate
    end
  end
  return {}
end

local phase = text(status.phase, "")
if is_stale(obj, status.observedGeneration) or phase == "" then
  return waits("Waiting for DynaKube", phase)
end

local message = "DynaKube is " .. phase
local failed = phase == "Running" and {} or failure()
local cause = explain(failed, text(failed.type, ""))
if cause ~= "" then
  message = message .. ": " .. cause
end
return { status = states[phase] or "Progressing", message = message }
