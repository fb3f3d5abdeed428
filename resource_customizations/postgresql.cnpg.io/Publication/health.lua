-- uses: map, text, is_stale
-- vitals:profiles combined
-- A publication in a PostgreSQL cluster of CloudNativePG. status.applied says whether it is
-- there.

local status = map(obj.status)

if is_stale(obj, status.observedGeneration) or status.applied == nil then
  return { status = "Progressing", message = text(status.message, "Waiting for Publication") }
end
if status.applied == true then
  return { status = "Healthy", message = "Publication is applied" }
end
return { status = "Degraded", message = text(status.message, "Publication is not applied") }
