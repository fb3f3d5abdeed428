-- uses: map, text, is_stale, condition, explain
-- vitals:profiles combined
-- A user of Redpanda. Synced decides.

local status = map(obj.status)

local found = condition(obj, "Synced")
if is_stale(obj, status.observedGeneration) or found.status == nil then
  return { status = "Progressing", message = "Waiting for User" }
end
if found.status == "True" then
  return { status = "Healthy", message = text(found.message, "User is ready") }
end
if found.status == "False" then
  return { status = "Degraded", message = explain(found, "User is not ready") }
end
return { status = "Progressing", message = explain(found, "Waiting for User") }
