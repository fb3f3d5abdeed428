-- uses: map, is_stale, condition, explain
-- The definition of a policy in 3scale.

local status = map(obj.status)

local waiting = "Waiting for 3scale CustomPolicyDefinition status"
if is_stale(obj, status.observedGeneration) then
  return { status = "Progressing", message = waiting }
end
for _, name in ipairs({ "Failed", "Invalid" }) do
  local failed = condition(obj, name)
  if failed.status == "True" then
    return { status = "Degraded", message = explain(failed, "CustomPolicyDefinition is " .. name) }
  end
end
local ready = condition(obj, "Ready")
if ready.status == "True" then
  return { status = "Healthy", message = explain(ready, "CustomPolicyDefinition is ready") }
end
if ready.status == "False" then
  return { status = "Degraded", message = explain(ready, "CustomPolicyDefinition is not ready") }
end
return { status = "Progressing", message = explain(ready, waiting) }
