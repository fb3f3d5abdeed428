-- uses: map, text, is_stale, condition, explain
-- vitals:profiles combined
-- A request for capacity. Provisioned decides; Failed and CapacityRevoked end it.

local status = map(obj.status)

local provisioned = condition(obj, "Provisioned")
if is_stale(obj, status.observedGeneration) then
  return { status = "Progressing", message = "Waiting for ProvisioningRequest" }
end
for _, name in ipairs({ "Failed", "CapacityRevoked" }) do
  local found = condition(obj, name)
  if found.status == "True" then
    return { status = "Degraded", message = explain(found, name) }
  end
end
if provisioned.status == "True" then
  return {
    status = "Healthy",
    message = text(provisioned.message, "ProvisioningRequest is provisioned"),
  }
end
return { status = "Progressing", message = explain(provisioned, "Waiting for ProvisioningRequest") }
