-- uses: map, text, is_stale, condition, explain, waits
-- A Helm release of Flux. Ready decides.

-- Reasons to wait rather than to worry although Ready is False.
local patience = {
  DependencyNotReady = true, HealthCheckCanceled = true, Progressing = true,
  ProgressingWithRetry = true, SourceNotReady = true,
}

local status = map(obj.status)

-- Before the generation: suspension raises it, and nobody observes that.
local reason = text(map(map(obj.metadata).annotations)["reconcile.fluxcd.io/suspended"], "")
if map(obj.spec).suspend == true and reason ~= "" then
  return { status = "Suspended", message = "HelmRelease is suspended: " .. reason }
end
if map(obj.spec).suspend == true then
  return { status = "Suspended", message = "HelmRelease is suspended" }
end

local ready = condition(obj, "Ready")
if is_stale(obj, status.observedGeneration) or ready.status == nil then
  return waits("Waiting for HelmRelease", explain(ready, ""))
end
if ready.status == "True" then
  return { status = "Healthy", message = explain(ready, "HelmRelease is ready") }
end
if ready.status == "False" and not patience[ready.reason] then
  return { status = "Degraded", message = explain(ready, "HelmRelease is not ready") }
end
return { status = "Progressing", message = explain(ready, "Waiting for HelmRelease") }
