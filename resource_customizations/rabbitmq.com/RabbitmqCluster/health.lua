-- uses: map, text, is_stale, condition, explain, waits
-- A RabbitMQ cluster. ReconcileSuccess, ClusterAvailable and AllReplicasReady decide.

local status = map(obj.status)

local reconciled = condition(obj, "ReconcileSuccess")
if reconciled.status == "False" then
  return { status = "Degraded", message = explain(reconciled, "Reconciliation failed") }
end
if is_stale(obj, status.observedGeneration) or reconciled.status == nil then
  return waits("Waiting for RabbitMQ Operator", explain(reconciled, ""))
end

if map(obj.spec).replicas == 0 then
  return { status = "Suspended", message = "RabbitMQ cluster is scaled to zero" }
end
for _, name in ipairs({ "ClusterAvailable", "AllReplicasReady" }) do
  local wanted = condition(obj, name)
  if wanted.status ~= "True" then
    local message = explain(wanted, "no condition yet")
    return { status = "Progressing", message = "Waiting for " .. name .. ": " .. message }
  end
end
return { status = "Healthy", message = "RabbitMQ cluster is ready" }
