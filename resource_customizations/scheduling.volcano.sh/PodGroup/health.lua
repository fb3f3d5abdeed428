-- uses: map, text, is_stale, condition, explain, waits
-- vitals:profiles combined
-- A group of Pods that Volcano schedules together. Its phase decides, and Unschedulable says
-- why it waits.

local status = map(obj.status)

local phase = text(status.phase, "")
if is_stale(obj, status.observedGeneration) or phase == "" then
  return waits("Waiting for PodGroup", phase)
end
if phase == "Running" or phase == "Completed" then
  return { status = "Healthy", message = "PodGroup is " .. phase }
end
local unschedulable = condition(obj, "Unschedulable")
if unschedulable.status == "True" then
  return { status = "Progressing", message = explain(unschedulable, "PodGroup is unschedulable") }
end
-- Unknown too: some Pods run, and Volcano waits for room for the others.
return { status = "Progressing", message = "PodGroup is " .. phase }
