-- uses: map, text, is_stale, condition, explain
-- Certificates of authorities that trust-manager distributes. Synced says whether all
-- namespaces have them.

local status = map(obj.status)

local found = condition(obj, "Synced")
if is_stale(obj, status.observedGeneration) or found.status == nil then
  return { status = "Progressing", message = "Waiting for Bundle" }
end
if found.status == "True" then
  return { status = "Healthy", message = text(found.message, "Bundle is ready") }
end
if found.status == "False" then
  return { status = "Degraded", message = explain(found, "Bundle is not ready") }
end
return { status = "Progressing", message = explain(found, "Waiting for Bundle") }
