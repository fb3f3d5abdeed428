-- uses: map, text, is_stale, condition, explain
-- vitals:profiles combined
-- A check that Kueue asks before it admits a workload. Active says whether its controller
-- serves it.

local status = map(obj.status)

local found = condition(obj, "Active")
if is_stale(obj, status.observedGeneration) or found.status == nil then
  return { status = "Progressing", message = "Waiting for AdmissionCheck" }
end
if found.status == "True" then
  return { status = "Healthy", message = text(found.message, "AdmissionCheck is ready") }
end
if found.status == "False" then
  return { status = "Degraded", message = explain(found, "AdmissionCheck is not ready") }
end
return { status = "Progressing", message = explain(found, "Waiting for AdmissionCheck") }
