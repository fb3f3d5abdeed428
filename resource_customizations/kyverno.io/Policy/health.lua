-- uses: map, text, is_stale, condition, explain, waits
-- A policy of Kyverno. Ready says whether it is in force; status.ready said so before 1.10.

local status = map(obj.status)

local ready = condition(obj, "Ready")
if is_stale(obj, status.observedGeneration) then
  return waits("Waiting for Policy to be ready", explain(ready, ""))
end
if ready.status == "True" or status.ready == true then
  return { status = "Healthy", message = explain(ready, "Policy is ready") }
end
return { status = "Progressing", message = explain(ready, "Waiting for Policy to be ready") }
