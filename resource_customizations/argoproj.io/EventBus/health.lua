-- uses: map, is_stale, condition, explain
-- A bus of Argo Events: Deployed and Configured must both be True.

local status = map(obj.status)

local waiting = "Waiting for EventBus"
if is_stale(obj, status.observedGeneration) then
  return { status = "Progressing", message = waiting }
end
for _, name in ipairs({ "Deployed", "Configured" }) do
  local found = condition(obj, name)
  if found.status == "False" then
    return { status = "Degraded", message = explain(found, name .. " is False") }
  end
end
for _, name in ipairs({ "Deployed", "Configured" }) do
  local found = condition(obj, name)
  if found.status ~= "True" then
    return { status = "Progressing", message = explain(found, waiting) }
  end
end
return { status = "Healthy", message = explain(condition(obj, "Deployed"), "EventBus is deployed") }
