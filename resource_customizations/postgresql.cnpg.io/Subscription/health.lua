-- uses: map, text, is_stale
-- vitals:profiles combined
-- A subscription in a PostgreSQL cluster of CloudNativePG. status.applied says whether it is
-- there.

local status = map(obj.status)

if is_stale(obj, status.observedGeneration) or status.applied == nil then
  return { status = "Progressing", message = text(status.message, "Waiting for Subscription") }
end
if status.applied == true then
  return { status = "Healthy", message = "Subscription is applied" }
end
return { status = "Degraded", message = text(status.message, "Subscription is not applied") }
