-- uses: map, text, is_stale
-- A database in a PostgreSQL cluster of CloudNativePG. status.applied says whether it is there;
-- observedGeneration is written after the first success.

local status = map(obj.status)

if is_stale(obj, status.observedGeneration) or status.applied == nil then
  return { status = "Progressing", message = text(status.message, "Waiting for Database") }
end
if status.applied == true then
  return { status = "Healthy", message = "Database is applied" }
end
if status.observedGeneration == nil then
  return { status = "Progressing", message = text(status.message, "Database is not applied yet") }
end
return { status = "Degraded", message = text(status.message, "Database is not applied") }
