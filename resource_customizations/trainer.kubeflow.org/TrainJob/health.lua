-- uses: map, is_stale, condition, explain
-- vitals:profiles combined
-- A training job of Kubeflow Trainer. Failed, Complete and Suspended decide; without any of
-- them it runs.

local status = map(obj.status)

if is_stale(obj, status.observedGeneration) then
  return { status = "Progressing", message = "Waiting for TrainJob" }
end
local failed = condition(obj, "Failed")
if failed.status == "True" then
  return { status = "Degraded", message = explain(failed, "TrainJob has failed") }
end
local done = condition(obj, "Complete")
if done.status == "True" then
  return { status = "Healthy", message = explain(done, "TrainJob is complete") }
end
local suspended = condition(obj, "Suspended")
if suspended.status == "True" or map(obj.spec).suspend == true then
  return { status = "Suspended", message = explain(suspended, "TrainJob is suspended") }
end
return { status = "Progressing", message = "TrainJob is running" }
