-- uses: map, text, is_stale, condition, explain, waits
-- vitals:profiles combined
-- A Terraform module that is applied from Git. Ready decides. Without approvePlan "auto" and
-- without force, a plan with changes waits for a person, and drift stays as it is.

-- Reasons that pass by themselves.
local waiting = {
  Progressing = true, DependencyNotReady = true, TerraformPlannedWithChanges = true,
}

local status = map(obj.status)

local spec = map(obj.spec)
if spec.suspend == true then
  return { status = "Suspended", message = "Terraform is suspended" }
end

local ready = condition(obj, "Ready")
if is_stale(obj, status.observedGeneration) or ready.status == nil then
  return waits("Waiting for Terraform", explain(ready, ""))
end
if ready.status == "True" then
  return { status = "Healthy", message = text(ready.message, "Terraform is ready") }
end
local applies = (spec.force == true or spec.approvePlan == "auto") and spec.planOnly ~= true
if ready.reason == "TerraformPlannedWithChanges" and not applies then
  return { status = "Suspended", message = explain(ready, "The plan waits for approval") }
end
local passes = waiting[text(ready.reason, "")] or ready.reason == "DriftDetected" and applies
if ready.status == "False" and not passes then
  return { status = "Degraded", message = explain(ready, "Terraform is not ready") }
end
return { status = "Progressing", message = explain(ready, "Waiting for Terraform") }
