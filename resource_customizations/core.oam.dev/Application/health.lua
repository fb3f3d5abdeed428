-- uses: map, text, is_stale, condition, explain, waits
-- vitals:profiles combined
-- An application of KubeVela. status.status decides.

local states = {
  running = "Healthy", workflowFinished = "Healthy", starting = "Progressing", rendering =
  "Progressing", generatingPolicy = "Progressing", runningWorkflow = "Progressing", rollingOut =
  "Progressing", deleting = "Progressing", workflowSuspending = "Suspended", workflowTerminated
  = "Degraded", workflowFailed = "Degraded", unhealthy = "Degraded",
}

local status = map(obj.status)

local state = text(status.status, "")
if is_stale(obj, status.observedGeneration) or state == "" then
  return waits("Waiting for Application", state)
end

local message = "Application is " .. state
local cause = explain(condition(obj, "Workflow"), "")
if state == "unhealthy" then
  for _, entry in ipairs(map(status.services)) do
    local service = map(entry)
    if service.healthy == false then
      cause = text(service.name, "a service") .. ": " .. text(service.message, "not healthy")
      break
    end
  end
end
if cause ~= "" then
  message = message .. ": " .. cause
end
return { status = states[state] or "Progressing", message = message }
