-- uses: map, text, is_stale, condition, explain
-- What Karmada schedules to clusters. Every cluster says whether it applied the object, and whether
-- it is healthy there.

local status = map(obj.status)

local clusters = map(map(obj.spec).clusters)
local reports = map(status.aggregatedStatus)
-- What other bindings require goes where they go, and is not scheduled itself.
local follows = #map(map(obj.spec).requiredBy) > 0 and #reports > 0
if is_stale(obj, status.observedGeneration) or (#clusters == 0 and not follows) then
  local message = explain(condition(obj, "Scheduled"), "Current resource status is insufficient")
  return { status = "Progressing", message = message }
end
for _, item in ipairs(reports) do
  local report = map(item)
  local cluster = "Cluster " .. text(report.clusterName, "unnamed")
  if report.applied == false then
    local message = cluster .. " did not apply it: " .. text(report.appliedMessage, "no message")
    return { status = "Degraded", message = message }
  end
  if report.health == "Unhealthy" then
    return { status = "Degraded", message = cluster .. " reports it as unhealthy" }
  end
end
if #reports < #clusters then
  local count = tostring(#reports) .. " of " .. tostring(#clusters)
  return { status = "Progressing", message = count .. " clusters have reported" }
end
return { status = "Healthy", message = "Applied in " .. tostring(#reports) .. " cluster(s)" }
