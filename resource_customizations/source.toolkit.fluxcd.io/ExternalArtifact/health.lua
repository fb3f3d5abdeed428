-- uses: map, text, is_stale, condition, explain
-- vitals:profiles combined
-- An artifact that another controller than Flux's makes. Ready decides.

local status = map(obj.status)

local ready = condition(obj, "Ready")
if is_stale(obj, status.observedGeneration) or ready.status == nil then
  return { status = "Progressing", message = "Waiting for ExternalArtifact" }
end
if ready.status == "True" then
  return { status = "Healthy", message = text(ready.message, "ExternalArtifact is ready") }
end
if ready.status == "False" then
  return { status = "Degraded", message = explain(ready, "ExternalArtifact is not ready") }
end
return { status = "Progressing", message = explain(ready, "Waiting for ExternalArtifact") }
