-- uses: map, text, is_stale, condition, explain
-- vitals:profiles combined
-- Repairs of Cassandra by Reaper. Its progress decides.

local states = {
  Running = "Healthy", Pending = "Progressing", Deploying = "Progressing",
  Configuring = "Progressing",
}

local status = map(obj.status)

local progress = text(status.progress, "")

if is_stale(obj, status.observedGeneration) or progress == "" then
  return { status = "Progressing", message = "Waiting for Reaper" }
end

local message = "Reaper is " .. progress
local cause = explain(condition(obj, "Ready"), "")
if cause ~= "" then
  message = message .. ": " .. cause
end
return { status = states[progress] or "Progressing", message = message }
