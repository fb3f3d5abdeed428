-- uses: map, text, is_stale, condition, explain, waits
-- vitals:profiles combined
-- A Redpanda cluster. Ready decides, then what was not applied and the health that the cluster
-- reports, which counts once the operator has nothing left to do (Quiesced).

-- Reasons that pass by themselves.
local waiting = { NotReady = true, Progressing = true, WaitingForRollout = true }

local status = map(obj.status)

local ready = condition(obj, "Ready")
if is_stale(obj, status.observedGeneration) or ready.status == nil then
  return waits("Waiting for Redpanda", explain(ready, ""))
end
for _, name in ipairs({ "ResourcesSynced", "ConfigurationApplied" }) do
  local found = condition(obj, name)
  local failed = found.reason == "Error" or found.reason == "TerminalError"
  if found.status == "False" and failed then
    return { status = "Degraded", message = explain(found, "") }
  end
end
local health = condition(obj, "Healthy")
if ready.status == "True" and health.status == "False" then
  local busy = condition(obj, "Quiesced").status == "False"
  return {
    status = busy and "Progressing" or "Degraded",
    message = explain(health, "The cluster is not healthy"),
  }
end
if ready.status == "True" then
  return { status = "Healthy", message = text(ready.message, "Redpanda is ready") }
end
if ready.status == "False" and not waiting[text(ready.reason, "")] then
  return { status = "Degraded", message = explain(ready, "Redpanda is not ready") }
end
return { status = "Progressing", message = explain(ready, "Waiting for Redpanda") }
