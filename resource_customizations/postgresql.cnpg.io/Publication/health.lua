-- uses: map, text, is_stale, waits
-- vitals:profiles combined
-- A publication in a PostgreSQL cluster of CloudNativePG. status.applied says whether it is
-- there.
-- Facts: cloudnative-pg/cloudnative-pg, api/v1/publication_funcs.go: SetAsFailed does not write
-- observedGeneration, so a failure counts whatever was observed.

local status = map(obj.status)
local message = text(status.message, "")

if status.applied == false then
  return { status = "Degraded", message = text(message, "Publication is not applied") }
end
if is_stale(obj, status.observedGeneration) or status.applied == nil then
  return waits("Waiting for Publication", message)
end
return { status = "Healthy", message = "Publication is applied" }
