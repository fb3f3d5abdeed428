-- uses: map, text, is_stale, condition, explain, waits
-- A model that KServe serves. Ready decides, and the transition of the model, because ModelMesh
-- keeps an old model ready.

local status = map(obj.status)

local stopped = condition(obj, "Stopped")
if stopped.status == "True" then
  return { status = "Suspended", message = explain(stopped, "InferenceService is Stopped") }
end

local ready = condition(obj, "Ready")
local model = map(status.modelStatus)
local transition = text(model.transitionStatus, "UpToDate")
if is_stale(obj, status.observedGeneration) or ready.status == nil then
  return waits("Waiting for InferenceService", explain(ready, ""))
end
if transition == "BlockedByFailedLoad" or transition == "InvalidSpec" then
  local message = explain(map(model.lastFailureInfo), explain(ready, "the model is not loaded"))
  return { status = "Degraded", message = transition .. ": " .. message }
end
if transition ~= "UpToDate" then
  return { status = "Progressing", message = explain(ready, "The model is being loaded") }
end
if ready.status == "True" then
  return { status = "Healthy", message = explain(ready, "InferenceService is healthy.") }
end
if ready.status == "False" then
  return { status = "Degraded", message = explain(ready, "InferenceService is not ready") }
end
return { status = "Progressing", message = explain(ready, "Waiting for InferenceService") }
