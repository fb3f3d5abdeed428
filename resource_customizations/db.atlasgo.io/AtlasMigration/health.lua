-- uses: map, text, is_stale, condition, explain, waits
-- Migrations of a database that Atlas applies: Ready reports whether they are applied.

local status = map(obj.status)

-- Reasons why Ready is False although nothing has failed.
local patience = {
  ApprovalPending = "Suspended", GettingDevDB = "Progressing", Pending = "Progressing",
  Reconciling = "Progressing",
}

local waiting = "Waiting for the migration to be applied"
local ready = condition(obj, "Ready")
if is_stale(obj, status.observedGeneration) then
  return waits(waiting, explain(ready, ""))
end
if ready.status == "True" then
  return { status = "Healthy", message = explain(ready, "The migration is applied") }
end
if ready.status == "False" then
  local health = patience[ready.reason] or "Degraded"
  return { status = health, message = explain(ready, "The migration is not applied") }
end
return { status = "Progressing", message = explain(ready, waiting) }
