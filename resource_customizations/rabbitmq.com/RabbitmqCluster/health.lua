-- A RabbitMQ cluster. ReconcileSuccess, ClusterAvailable and AllReplicasReady decide.

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

local reconciled = condition("ReconcileSuccess")
if reconciled.status == "False" then
  return { status = "Degraded", message = explain(reconciled, "Reconciliation failed") }
end
if is_stale(status.observedGeneration) or reconciled.status == nil then
  return { status = "Progressing", message = "Waiting for RabbitMQ Operator" }
end

if map(obj.spec).replicas == 0 then
  return { status = "Suspended", message = "RabbitMQ cluster is scaled to zero" }
end
for _, name in ipairs({ "ClusterAvailable", "AllReplicasReady" }) do
  local wanted = condition(name)
  if wanted.status ~= "True" then
    local message = explain(wanted, "no condition yet")
    return { status = "Progressing", message = "Waiting for " .. name .. ": " .. message }
  end
end
return { status = "Healthy", message = "RabbitMQ cluster is ready" }
