-- uses: map, text, is_stale, condition, explain
-- vitals:profiles combined
-- A cluster that Kueue sends work to. Active decides.

local status = map(obj.status)

local active = condition(obj, "Active")
if is_stale(obj, status.observedGeneration) or active.status == nil then
  return { status = "Progressing", message = "Waiting for MultiKueueCluster" }
end
if active.status == "True" then
  return { status = "Healthy", message = text(active.message, "MultiKueueCluster is active") }
end
if active.status == "False" then
  return { status = "Degraded", message = explain(active, "MultiKueueCluster is not active") }
end
return { status = "Progressing", message = explain(active, "Waiting for MultiKueueCluster") }
