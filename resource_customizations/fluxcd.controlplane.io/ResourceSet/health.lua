-- uses: map, text, is_stale, condition, explain
-- vitals:profiles combined
-- Objects that the Flux Operator makes from a template. Ready decides; an annotation suspends
-- it.

-- Reasons to wait rather than to worry although Ready is False.
local patience = { Progressing = true }

local status = map(obj.status)

if map(map(obj.metadata).annotations)["fluxcd.controlplane.io/reconcile"] == "disabled" then
  return { status = "Suspended", message = "ResourceSet is suspended" }
end

local ready = condition(obj, "Ready")
if is_stale(obj, status.observedGeneration) or ready.status == nil then
  return { status = "Progressing", message = "Waiting for ResourceSet" }
end
if ready.status == "True" then
  return { status = "Healthy", message = text(ready.message, "ResourceSet is ready") }
end
if ready.status == "False" and not patience[ready.reason] then
  return { status = "Degraded", message = explain(ready, "ResourceSet is not ready") }
end
return { status = "Progressing", message = explain(ready, "Waiting for ResourceSet") }
