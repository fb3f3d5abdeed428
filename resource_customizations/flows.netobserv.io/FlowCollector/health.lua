-- uses: map, text, is_stale, condition, explain, waits
-- vitals:profiles combined
-- What collects network flows. Ready decides and counts; the condition of a component that is
-- True says why.

-- Reasons that pass by themselves.
local waiting = { Pending = true, FlowCollectorLegacyNotReady = true }

local status = map(obj.status)

local ready = condition(obj, "Ready")
if is_stale(obj, status.observedGeneration) or ready.status == nil then
  return waits("Waiting for FlowCollector", explain(ready, ""))
end
local degraded = ready.reason == "Ready,Degraded"
if ready.status == "True" and not degraded then
  return { status = "Healthy", message = text(ready.message, "FlowCollector is ready") }
end

-- A component waits for something if its condition is True. Warnings about the configuration are
-- conditions too, and so is Kafka that is ready.
local failed = degraded or ready.status == "False" and not waiting[text(ready.reason, "")]
local otherwise = failed and "FlowCollector is not ready" or "Waiting for FlowCollector"
local message = explain(ready, otherwise)
for _, candidate in ipairs(map(status.conditions)) do
  local found = map(candidate)
  local blames = found.status == "True" and found.type ~= "Ready" and found.reason ~= "Warnings"
  if blames and text(found.message, "") ~= "" and not is_stale(obj, found.observedGeneration) then
    message = found.message
    break
  end
end
return { status = failed and "Degraded" or "Progressing", message = message }
