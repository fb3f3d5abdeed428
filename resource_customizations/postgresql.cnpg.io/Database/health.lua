-- uses: map, text, is_stale, waits
-- A database in a PostgreSQL cluster of CloudNativePG. status.applied says whether it is there.
-- Facts: cloudnative-pg/cloudnative-pg, api/v1/database_funcs.go: SetAsFailed does not write
-- observedGeneration, so a failure counts whatever was observed.

local status = map(obj.status)
local message = text(status.message, "")

if status.applied == false then
  return { status = "Degraded", message = text(message, "Database is not applied") }
end
if is_stale(obj, status.observedGeneration) or status.applied == nil then
  return waits("Waiting for Database", message)
end
return { status = "Healthy", message = "Database is applied" }
