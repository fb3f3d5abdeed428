-- uses: map, text, is_stale, condition, explain
-- vitals:profiles combined
-- A Milvus database. Its status decides.

local states = {
  Healthy = "Healthy", Pending = "Progressing", Deleting = "Progressing", Stopped = "Suspended",
  Unhealthy = "Degraded",
}

local status = map(obj.status)

local state = text(status.status, "")
if is_stale(obj, status.observedGeneration) or state == "" then
  return { status = "Progressing", message = "Waiting for Milvus" }
end

local message = "Milvus is " .. state
local cause = explain(condition(obj, "MilvusReady"), "")
if cause ~= "" then
  message = message .. ": " .. cause
end
return { status = states[state] or "Progressing", message = message }
