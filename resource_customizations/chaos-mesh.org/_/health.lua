-- uses: map, text, is_stale, condition, explain, waits
-- vitals:profiles combined
-- Every experiment of Chaos Mesh. What is wanted, and whether every target has it, decides.
-- A workflow runs until it is accomplished; a schedule counts as good when it is there.

local status = map(obj.status)

local paused = condition(obj, "Paused")
local selected = condition(obj, "Selected")
if is_stale(obj, status.observedGeneration) then
  return waits("Waiting for the experiment", explain(paused, ""))
end
if paused.status == "True" then
  return { status = "Suspended", message = "The experiment is paused" }
end
if selected.status == "False" then
  return { status = "Degraded", message = text(selected.reason, "No target was selected") }
end

local phase = text(map(status.experiment).desiredPhase, "")
if phase == "" then
  local accomplished = condition(obj, "Accomplished")
  if accomplished.status == "True" then
    return { status = "Healthy", message = "The workflow is accomplished" }
  end
  if accomplished.status == "False" then
    return { status = "Progressing", message = text(accomplished.reason, "The workflow runs") }
  end
  return { status = "Healthy", message = "No experiment runs" }
end
local name = phase == "Stop" and "AllRecovered" or "AllInjected"
local found = condition(obj, name)
if found.status == "True" then
  return {
    status = "Healthy",
    message = phase == "Stop" and "All targets are recovered" or "All targets are injected",
  }
end

-- What failed last at a target that is not there yet.
local target = phase == "Stop" and "Not Injected" or "Injected"
for _, entry in ipairs(map(map(status.experiment).containerRecords)) do
  local record = map(entry)
  local events = map(record.events)
  local last = map(events[#events])
  if record.phase ~= target and last.type == "Failed" then
    return { status = "Progressing", message = text(last.message, "A target failed") }
  end
end
return { status = "Progressing", message = text(found.reason, "Waiting for " .. name) }
