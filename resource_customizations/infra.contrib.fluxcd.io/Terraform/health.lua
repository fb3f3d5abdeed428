-- vitals:profiles combined
-- A Terraform module that is applied from Git. Ready decides. Without approvePlan "auto" and
-- without force, a plan with changes waits for a person, and drift stays as it is.

-- Reasons that pass by themselves.
local waiting = {
  Progressing = true, DependencyNotReady = true, TerraformPlannedWithChanges = true,
}

local function map(value)
  return type(value) == "table" and value or {}
end

local function text(value, otherwise)
  if type(value) == "string" and value ~= "" then
    return value
  end
  return otherwise
end

local status = map(obj.status)
local generation = tonumber(map(obj.metadata).generation)

-- Whether what was observed is older than the object.
local function is_stale(observed)
  return generation ~= nil and (tonumber(observed) or generation) < generation
end

-- The condition of a type, or an empty one.
local function condition(name)
  for _, candidate in ipairs(map(status.conditions)) do
    if map(candidate).type == name and not is_stale(candidate.observedGeneration) then
      return candidate
    end
  end
  return {}
end

-- What a condition says: its message, or else its reason.
local function explain(of, otherwise)
  return text(of.message, text(of.reason, otherwise))
end

local spec = map(obj.spec)
if spec.suspend == true then
  return { status = "Suspended", message = "Terraform is suspended" }
end

local ready = condition("Ready")
if is_stale(status.observedGeneration) or ready.status == nil then
  return { status = "Progressing", message = "Waiting for Terraform" }
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
