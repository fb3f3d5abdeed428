-- uses: map, text, is_stale, condition, explain
-- vitals:profiles combined
-- A topic of Redpanda. Ready decides.

-- Reasons that pass by themselves.
local waiting = { NotReady = true, Progressing = true, WaitingForRollout = true }

local status = map(obj.status)

local ready = condition(obj, "Ready")
if is_stale(obj, status.observedGeneration) or ready.status == nil then
  return { status = "Progressing", message = "Waiting for Topic" }
end
if ready.status == "True" then
  return { status = "Healthy", message = text(ready.message, "Topic is ready") }
end
if ready.status == "False" and not waiting[text(ready.reason, "")] then
  return { status = "Degraded", message = explain(ready, "Topic is not ready") }
end
return { status = "Progressing", message = explain(ready, "Waiting for Topic") }
