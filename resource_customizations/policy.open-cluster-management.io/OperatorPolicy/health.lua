-- uses: map, is_stale, condition, explain
-- A policy on operators of Open Cluster Management. Its condition Compliant decides.

local status = map(obj.status)

if next(status) == nil then
  return { status = "Progressing", message = "Waiting for the status to be reported" }
end
if is_stale(obj, status.observedGeneration) then
  return { status = "Progressing", message = "Waiting for the status to be updated" }
end
local compliant = condition(obj, "Compliant")
if compliant.status == "True" then
  return { status = "Healthy", message = explain(compliant, "Compliant") }
end
if compliant.status == "False" then
  return { status = "Degraded", message = explain(compliant, "NonCompliant") }
end
return { status = "Progressing", message = "Waiting for the compliance condition" }
