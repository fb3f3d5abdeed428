-- uses: map, text, is_stale, condition, explain
-- The settings of Capsule. Ready decides.

local status = map(obj.status)

local ready = condition(obj, "Ready")
if is_stale(obj, status.observedGeneration) or ready.status == nil then
  return { status = "Progressing", message = "Waiting for CapsuleConfiguration" }
end
if ready.status == "True" then
  return { status = "Healthy", message = text(ready.message, "CapsuleConfiguration is ready") }
end
if ready.status == "False" then
  return { status = "Degraded", message = explain(ready, "CapsuleConfiguration is not ready") }
end
return { status = "Progressing", message = explain(ready, "Waiting for CapsuleConfiguration") }
