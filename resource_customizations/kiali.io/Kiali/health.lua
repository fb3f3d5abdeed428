-- uses: map, is_stale, condition, explain
-- A Kiali of the Kiali Operator, which is written in Ansible. Failure and Successful decide.

local status = map(obj.status)

if is_stale(obj, status.observedGeneration) then
  return { status = "Progressing", message = "Waiting for Kiali" }
end
-- The operator leaves a Failure that is False beside one that is True.
for _, item in ipairs(map(status.conditions)) do
  local failed = map(item)
  if failed.type == "Failure" and failed.status == "True" then
    return { status = "Degraded", message = explain(failed, "Reconciliation failed") }
  end
end
local successful = condition(obj, "Successful")
if successful.status == "True" then
  return { status = "Healthy", message = explain(successful, "Reconciliation succeeded") }
end
return { status = "Progressing", message = explain(condition(obj, "Running"), "Waiting for Kiali") }
