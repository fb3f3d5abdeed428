-- uses: map, text, is_stale, condition, explain
-- vitals:profiles combined
-- Groups of a leader and its workers. Available decides.

local status = map(obj.status)

local available = condition(obj, "Available")
if is_stale(obj, status.observedGeneration) or available.status == nil then
  return { status = "Progressing", message = "Waiting for LeaderWorkerSet" }
end
if available.status == "True" then
  return { status = "Healthy", message = text(available.message, "LeaderWorkerSet is available") }
end
return { status = "Progressing", message = explain(available, "Waiting for LeaderWorkerSet") }
