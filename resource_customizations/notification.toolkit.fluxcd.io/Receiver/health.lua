-- uses: map, text, is_stale, condition, explain, waits
-- A webhook that makes Flux reconcile. Ready decides.

-- Reasons to wait rather than to worry although Ready is False.
local patience = { Progressing = true, ProgressingWithRetry = true }

local status = map(obj.status)

-- Before the generation: suspension raises it, and nobody observes that.
local reason = text(map(map(obj.metadata).annotations)["reconcile.fluxcd.io/suspended"], "")
if map(obj.spec).suspend == true and reason ~= "" then
  return { status = "Suspended", message = "Receiver is suspended: " .. reason }
end
if map(obj.spec).suspend == true then
  return { status = "Suspended", message = "Receiver is suspended" }
end

local ready = condition(obj, "Ready")
if is_stale(obj, status.observedGeneration) or ready.status == nil then
  return waits("Waiting for Receiver", explain(ready, ""))
end
if ready.status == "True" then
  return { status = "Healthy", message = explain(ready, "Receiver is ready") }
end
if ready.status == "False" and not patience[ready.reason] then
  return { status = "Degraded", message = explain(ready, "Receiver is not ready") }
end
return { status = "Progressing", message = explain(ready, "Waiting for Receiver") }
