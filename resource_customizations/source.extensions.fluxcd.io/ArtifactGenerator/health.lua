-- uses: map, text, is_stale, condition, explain
-- vitals:profiles combined
-- Artifacts that Flux makes from sources. Ready decides; an annotation suspends it.

-- Reasons to wait rather than to worry although Ready is False.
local patience = { Progressing = true }

local status = map(obj.status)

if map(map(obj.metadata).annotations)["source.extensions.fluxcd.io/reconcile"] == "disabled" then
  return { status = "Suspended", message = "ArtifactGenerator is suspended" }
end

local ready = condition(obj, "Ready")
if is_stale(obj, status.observedGeneration) or ready.status == nil then
  return { status = "Progressing", message = "Waiting for ArtifactGenerator" }
end
if ready.status == "True" then
  return { status = "Healthy", message = text(ready.message, "ArtifactGenerator is ready") }
end
if ready.status == "False" and not patience[ready.reason] then
  return { status = "Degraded", message = explain(ready, "ArtifactGenerator is not ready") }
end
return { status = "Progressing", message = explain(ready, "Waiting for ArtifactGenerator") }
