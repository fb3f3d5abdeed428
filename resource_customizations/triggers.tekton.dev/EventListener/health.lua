-- uses: map, text, is_stale, condition, explain, waits
-- vitals:profiles combined
-- What takes events for Tekton. Ready decides; it is False for what is wrong and for what is not
-- there yet, so that the parts say which.

-- What needs help when it is False, with the status of its Deployment among them. A new object has
-- them as False without a message.
local parts = { "Service", "Deployment", "Progressing" }

local status = map(obj.status)

local ready = condition(obj, "Ready")
if is_stale(obj, status.observedGeneration) or ready.status == nil then
  return waits("Waiting for EventListener", explain(ready, ""))
end
if ready.status == "True" then
  return { status = "Healthy", message = text(ready.message, "EventListener is ready") }
end
for _, name in ipairs(parts) do
  local part = condition(obj, name)
  local message = explain(part, "")
  if part.status == "False" and message ~= "" then
    return { status = "Degraded", message = message }
  end
end
local failure = condition(obj, "ReplicaFailure")
if failure.status == "True" then
  return { status = "Degraded", message = explain(failure, "A pod cannot be created") }
end
return { status = "Progressing", message = explain(ready, "Waiting for EventListener") }
