-- uses: map, text, is_stale, condition, explain
-- vitals:profiles combined
-- Rights of a group of Redpanda. Synced decides.

local status = map(obj.status)

local found = condition(obj, "Synced")
if is_stale(obj, status.observedGeneration) or found.status == nil then
  return { status = "Progressing", message = "Waiting for Group" }
end
if found.status == "True" then
  return { status = "Healthy", message = text(found.message, "Group is ready") }
end
if found.status == "False" then
  return { status = "Degraded", message = explain(found, "Group is not ready") }
end
return { status = "Progressing", message = explain(found, "Waiting for Group") }
