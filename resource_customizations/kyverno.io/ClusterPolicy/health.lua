-- uses: map, text, is_stale, condition, explain, waits
-- A policy of Kyverno for the whole cluster. Ready says whether it is in force; status.ready
-- said so before 1.10.

local status = map(obj.status)

local ready = condition(obj, "Ready")
if is_stale(obj, status.observedGeneration) then
  return waits("Waiting for ClusterPolicy to be ready", explain(ready, ""))
end
if ready.status == "True" or (ready.status == nil and status.ready == true) then
  return { status = "Healthy", message = explain(ready, "ClusterPolicy is ready") }
end
-- A policy that nobody has looked at yet is "Not Ready" for that reason, too.
if ready.status == "False" and ready.reason == "Failed" and ready.message ~= "Not Ready" then
  return { status = "Degraded", message = text(ready.message, "ClusterPolicy is not ready") }
end
return { status = "Progressing", message = explain(ready, "Waiting for ClusterPolicy to be ready") }
