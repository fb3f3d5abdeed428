-- uses: map, is_stale, condition, explain
-- A set of recording rules of Coralogix: RemoteSynced reports whether Coralogix has it as it is
-- specified.

local status = map(obj.status)

local waiting = "Waiting for RecordingRuleGroupSet to be synced"
local synced = condition(obj, "RemoteSynced")
if is_stale(obj, status.observedGeneration) then
  return { status = "Progressing", message = waiting }
end
if synced.status == "True" then
  return { status = "Healthy", message = explain(synced, "RecordingRuleGroupSet is synced") }
end
if synced.status == "False" then
  return { status = "Degraded", message = explain(synced, "RecordingRuleGroupSet is not synced") }
end
return { status = "Progressing", message = explain(synced, waiting) }
