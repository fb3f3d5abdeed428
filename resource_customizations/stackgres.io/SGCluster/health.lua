-- uses: map, text, is_stale, condition, explain, waits
-- vitals:profiles combined
-- A Postgres cluster of StackGres. Failed reports what is wrong; a pending restart or upgrade
-- waits for somebody, and the cluster works meanwhile.

local status = map(obj.status)

-- The condition that says that something has failed, or an empty one.
local failed = condition(obj, "Failed")
if is_stale(obj, status.observedGeneration) or next(map(status.conditions)) == nil then
  return waits("Waiting for SGCluster", explain(failed, ""))
end
if failed.status == "True" then
  return { status = "Degraded", message = explain(failed, "SGCluster has failed") }
end
for _, name in ipairs({ "PendingUpgrade", "PendingRestart" }) do
  if condition(obj, name).status == "True" then
    return { status = "Healthy", message = "SGCluster runs, and " .. name .. " is True" }
  end
end
return { status = "Healthy", message = "SGCluster has not failed" }
