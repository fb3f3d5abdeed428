-- uses: map, text, is_stale, condition, explain
-- vitals:profiles combined
-- An installation of Tekton by its operator. Ready decides.

local status = map(obj.status)

local ready = condition(obj, "Ready")
if is_stale(obj, status.observedGeneration) or ready.status == nil then
  return { status = "Progressing", message = "Waiting for TektonPipeline" }
end
if ready.status == "True" then
  return { status = "Healthy", message = text(ready.message, "TektonPipeline is ready") }
end
if ready.status == "False" then
  return { status = "Degraded", message = explain(ready, "TektonPipeline is not ready") }
end
return { status = "Progressing", message = explain(ready, "Waiting for TektonPipeline") }
