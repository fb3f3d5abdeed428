-- uses: map, text, is_stale, condition, explain, waits
-- vitals:profiles combined
-- Where virtual machines get a disk from. Ready decides; its reason is the phase of the import.

-- Reasons that need help. A source that is not found may be on its way.
local failures = { Failed = true, NoSource = true, NoPvc = true }

local status = map(obj.status)

local ready = condition(obj, "Ready")
if is_stale(obj, status.observedGeneration) or ready.status == nil then
  return waits("Waiting for DataSource", explain(ready, ""))
end
if ready.status == "True" then
  return { status = "Healthy", message = text(ready.message, "DataSource is ready") }
end
local waits = not failures[text(ready.reason, "")]
return {
  status = waits and "Progressing" or "Degraded",
  message = explain(ready, "Waiting for DataSource"),
}
