-- uses: map, text, is_stale, condition, explain
-- A pool from which Karpenter launches nodes. Ready says whether it may be used.

local status = map(obj.status)

local ready = condition(obj, "Ready")
if is_stale(obj, status.observedGeneration) or ready.status == nil then
  return { status = "Progressing", message = "Waiting for NodePool to be ready" }
end
if ready.status == "True" then
  return { status = "Healthy", message = text(ready.message, "NodePool is ready") }
end
if ready.status == "False" then
  return { status = "Degraded", message = explain(ready, "NodePool is not ready") }
end
return { status = "Progressing", message = explain(ready, "Waiting for NodePool to be ready") }
