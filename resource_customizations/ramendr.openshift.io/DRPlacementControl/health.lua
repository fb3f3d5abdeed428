-- uses: map, text, is_stale, condition, explain
-- vitals:profiles combined
-- An application that Ramen moves between clusters. Its phase decides.

local states = {
  Deployed = "Healthy", FailedOver = "Healthy", Relocated = "Healthy", Initiating = "Progressing",
  Deploying = "Progressing", FailingOver = "Progressing", Relocating = "Progressing",
  Deleting = "Progressing", WaitForUser = "Suspended",
}

local status = map(obj.status)

local phase = text(status.phase, "")

if is_stale(obj, status.observedGeneration) or phase == "" then
  return { status = "Progressing", message = "Waiting for the application" }
end

local message = "The application is " .. phase
local cause = explain(condition(obj, "Available"), "")
if cause ~= "" then
  message = message .. ": " .. cause
end
return { status = states[phase] or "Progressing", message = message }
