-- uses: map, is_stale, condition, explain
-- A cluster issuer can issue once Ready is True.

local status = map(obj.status)

local waiting = "Initializing ClusterIssuer"
local ready = condition(obj, "Ready")
if is_stale(obj, status.observedGeneration) then
  return { status = "Progressing", message = waiting }
end
if ready.status == "True" then
  return { status = "Healthy", message = explain(ready, "ClusterIssuer is ready") }
end
if ready.status == "False" then
  return { status = "Degraded", message = explain(ready, "ClusterIssuer is not ready") }
end
return { status = "Progressing", message = explain(ready, waiting) }
