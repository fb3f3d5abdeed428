-- uses: map, text, is_stale, condition, explain, waits
-- vitals:profiles combined
-- An alert of Flux. It has no status since v1beta3; before, Ready decided.

local status = map(obj.status)

local ready = condition(obj, "Ready")
local reason = text(map(map(obj.metadata).annotations)["reconcile.fluxcd.io/suspended"], "")
if map(obj.spec).suspend == true and reason ~= "" then
  return { status = "Suspended", message = "Alert is suspended: " .. reason }
end
if map(obj.spec).suspend == true then
  return { status = "Suspended", message = "Alert is suspended" }
end
if is_stale(obj, status.observedGeneration) then
  return waits("Waiting for Alert", explain(ready, ""))
end
if ready.status == "False" and ready.reason ~= "Progressing" then
  return { status = "Degraded", message = explain(ready, "Alert is not ready") }
end
if ready.status == "False" or ready.status == "Unknown" then
  return { status = "Progressing", message = explain(ready, "Waiting for Alert") }
end
return { status = "Healthy", message = text(ready.message, "Alert is in use") }
