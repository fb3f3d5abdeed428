-- uses: map, text, is_stale, condition, explain, waits
-- vitals:profiles combined
-- A place where Flux sends alerts. It has no status since v1beta3; before, Ready decided.

local status = map(obj.status)

local ready = condition(obj, "Ready")
local reason = text(map(map(obj.metadata).annotations)["reconcile.fluxcd.io/suspended"], "")
if map(obj.spec).suspend == true and reason ~= "" then
  return { status = "Suspended", message = "Provider is suspended: " .. reason }
end
if map(obj.spec).suspend == true then
  return { status = "Suspended", message = "Provider is suspended" }
end
if is_stale(obj, status.observedGeneration) then
  return waits("Waiting for Provider", explain(ready, ""))
end
if ready.status == "False" and ready.reason ~= "Progressing" then
  return { status = "Degraded", message = explain(ready, "Provider is not ready") }
end
if ready.status == "False" or ready.status == "Unknown" then
  return { status = "Progressing", message = explain(ready, "Waiting for Provider") }
end
return { status = "Healthy", message = text(ready.message, "Provider is in use") }
