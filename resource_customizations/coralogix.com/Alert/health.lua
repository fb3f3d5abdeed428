-- uses: map, is_stale, condition, explain
-- An alert of Coralogix: RemoteSynced reports whether Coralogix has it as it is specified.

local status = map(obj.status)

local waiting = "Waiting for Alert to be synced"
local synced = condition(obj, "RemoteSynced")
if is_stale(obj, status.observedGeneration) then
  return { status = "Progressing", message = waiting }
end
if synced.status == "True" then
  return { status = "Healthy", message = explain(synced, "Alert is synced") }
end
if synced.status == "False" then
  return { status = "Degraded", message = explain(synced, "Alert is not synced") }
end
return { status = "Progressing", message = explain(synced, waiting) }
