-- uses: map, text, is_stale, condition, explain, waits
-- vitals:profiles combined
-- An installation of KubeVirt. Degraded, Available and Progressing decide, and the phase.

local status = map(obj.status)

local phase = text(status.phase, "")
if is_stale(obj, status.observedGeneration) or phase == "" then
  return waits("Waiting for KubeVirt", phase)
end
local degraded = condition(obj, "Degraded")
if degraded.status == "True" and condition(obj, "Available").status ~= "True" then
  return { status = "Degraded", message = explain(degraded, "KubeVirt is degraded") }
end
if phase == "Error" then
  return { status = "Degraded", message = explain(condition(obj, "Available"), "The phase is Error") }
end
local progressing = condition(obj, "Progressing")
if phase == "Deployed" and progressing.status ~= "True" then
  return { status = "Healthy", message = "KubeVirt is deployed" }
end
return { status = "Progressing", message = explain(progressing, "KubeVirt is " .. phase) }
