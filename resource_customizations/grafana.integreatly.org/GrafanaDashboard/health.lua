-- uses: map, is_stale, condition, explain
-- A dashboard of Grafana. DashboardSynchronized says whether it was applied to the matching
-- instances.

local status = map(obj.status)

if map(obj.spec).suspend == true then
  return { status = "Suspended", message = "GrafanaDashboard is suspended" }
end

if is_stale(obj, status.observedGeneration) then
  return { status = "Progressing", message = "Waiting for GrafanaDashboard" }
end
for _, name in ipairs({ "NoMatchingInstance", "InvalidSpec" }) do
  local failed = condition(obj, name)
  if failed.status == "True" then
    return { status = "Degraded", message = explain(failed, name) }
  end
end

local synchronized = condition(obj, "DashboardSynchronized")
if synchronized.status == "True" then
  return { status = "Healthy", message = explain(synchronized, "GrafanaDashboard was applied") }
end
if synchronized.status == "False" then
  return { status = "Degraded", message = explain(synchronized, "GrafanaDashboard failed") }
end
return { status = "Progressing", message = "Waiting for GrafanaDashboard" }
