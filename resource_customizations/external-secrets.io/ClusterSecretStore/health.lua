-- uses: map, is_stale, condition, explain
-- A store of secrets: Ready reports whether External Secrets could validate it.

local status = map(obj.status)

local waiting = "Waiting for ClusterSecretStore"
local ready = condition(obj, "Ready")
if is_stale(obj, status.observedGeneration) then
  return { status = "Progressing", message = waiting }
end
if ready.status == "True" then
  return { status = "Healthy", message = explain(ready, "ClusterSecretStore is ready") }
end
if ready.status == "False" then
  return { status = "Degraded", message = explain(ready, "ClusterSecretStore is not ready") }
end
return { status = "Progressing", message = explain(ready, waiting) }
