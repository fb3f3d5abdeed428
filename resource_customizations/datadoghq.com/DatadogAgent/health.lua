-- uses: map, text, is_stale, condition, explain
-- vitals:profiles combined
-- Datadog's agents. Errors of the reconciliation come first, then the states of the agents.

-- Condition and status that report an error.
local rules = {
  { "DatadogAgentReconcileError", "True" },
  { "AgentReconcile", "False" },
  { "ClusterAgentReconcile", "False" },
  { "ClusterChecksRunnerReconcile", "False" },
  { "OverrideReconcileConflict", "True" },
}

local status = map(obj.status)

if is_stale(obj, status.observedGeneration) then
  return { status = "Progressing", message = "Waiting for DatadogAgent" }
end
for _, rule in ipairs(rules) do
  local found = condition(obj, rule[1])
  if found.status == rule[2] then
    return { status = "Degraded", message = explain(found, rule[1] .. " is " .. rule[2]) }
  end
end
local pending
for _, name in ipairs({ "agent", "clusterAgent", "clusterChecksRunner" }) do
  local part = map(status[name])
  local state = text(part.state, "Running")
  local message = name .. " is " .. text(part.status, state)
  if state == "Failed" then
    return { status = "Degraded", message = message }
  end
  if state ~= "Running" then
    pending = pending or message
  end
end
if pending then
  return { status = "Progressing", message = pending }
end
local reconciled = condition(obj, "AgentReconcile")
if reconciled.status == "True" then
  return { status = "Healthy", message = explain(reconciled, "The agents run") }
end
return { status = "Progressing", message = explain(reconciled, "Waiting for DatadogAgent") }
