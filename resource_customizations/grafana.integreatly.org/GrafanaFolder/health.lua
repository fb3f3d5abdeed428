-- uses: map, is_stale, condition, explain
-- A folder of Grafana. FolderSynchronized says whether it was applied to the matching instances.

local status = map(obj.status)

if map(obj.spec).suspend == true then
  return { status = "Suspended", message = "GrafanaFolder is suspended" }
end

if is_stale(obj, status.observedGeneration) then
  return { status = "Progressing", message = "Waiting for GrafanaFolder" }
end
for _, name in ipairs({ "NoMatchingInstance", "InvalidSpec" }) do
  local failed = condition(obj, name)
  if failed.status == "True" then
    return { status = "Degraded", message = explain(failed, name) }
  end
end

local synchronized = condition(obj, "FolderSynchronized")
if synchronized.status == "True" then
  return { status = "Healthy", message = explain(synchronized, "GrafanaFolder was applied") }
end
if synchronized.status == "False" then
  return { status = "Degraded", message = explain(synchronized, "GrafanaFolder failed") }
end
return { status = "Progressing", message = "Waiting for GrafanaFolder" }
