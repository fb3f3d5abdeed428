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

local function map(value)
  return type(value) == "table" and value or {}
end

local function text(value, otherwise)
  if type(value) == "string" and value ~= "" then
    return value
  end
  return otherwise
end

local status = map(obj.status)
local generation = tonumber(map(obj.metadata).generation)

-- Whether what was observed is older than the object.
local function is_stale(observed)
  return generation ~= nil and (tonumber(observed) or generation) < generation
end

-- The condition of a type, or an empty one.
local function condition(name)
  for _, candidate in ipairs(map(status.conditions)) do
    if map(candidate).type == name and not is_stale(candidate.observedGeneration) then
      return candidate
    end
  end
  return {}
end

-- What a condition says: its message, or else its reason.
local function explain(of, otherwise)
  return text(of.message, text(of.reason, otherwise))
end

if is_stale(status.observedGeneration) then
  return { status = "Progressing", message = "Waiting for DatadogAgent" }
end
for _, rule in ipairs(rules) do
  local found = condition(rule[1])
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
local reconciled = condition("AgentReconcile")
if reconciled.status == "True" then
  return { status = "Healthy", message = explain(reconciled, "The agents run") }
end
return { status = "Progressing", message = explain(reconciled, "Waiting for DatadogAgent") }
