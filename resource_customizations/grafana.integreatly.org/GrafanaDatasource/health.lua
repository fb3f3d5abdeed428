-- uses: map, text, is_stale, condition, explain
-- A datasource of Grafana. DatasourceSynchronized says whether it was applied to the matching
-- instances.

local status = map(obj.status)

if map(obj.spec).suspend == true then
  return { status = "Suspended", message = "GrafanaDatasource is suspended" }
end

if is_stale(obj, status.observedGeneration) then
  return { status = "Progressing", message = "Waiting for GrafanaDatasource" }
end
for _, name in ipairs({ "NoMatchingInstance", "InvalidSpec" }) do
  local failed = condition(obj, name)
  if failed.status == "True" then
    return { status = "Degraded", message = explain(failed, name) }
  end
end
if status.NoMatchingInstances == true then
  return { status = "Degraded", message = "can't find matching grafana instance" }
end

local synchronized = condition(obj, "DatasourceSynchronized")
if synchronized.status == "True" then
  return { status = "Healthy", message = explain(synchronized, "GrafanaDatasource was applied") }
end
if synchronized.status == "False" then
  return { status = "Degraded", message = explain(synchronized, "GrafanaDatasource failed") }
end
-- The operator before 5.10 sets no conditions.
if text(status.uid, "") ~= "" and text(status.hash, "") ~= "" then
  return { status = "Healthy", message = "GrafanaDatasource was applied" }
end
return { status = "Progressing", message = "Waiting for GrafanaDatasource" }
