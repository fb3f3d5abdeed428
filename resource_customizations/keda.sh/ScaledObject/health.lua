-- A scaled object is healthy while KEDA can read its triggers: Ready is True.

local waiting = { status = "Progressing", message = "Creating HorizontalPodAutoscaler Object" }

if obj.status == nil or obj.status.conditions == nil then
  return waiting
end

local generation = obj.metadata.generation
local observed = obj.status.observedGeneration
if generation ~= nil and observed ~= nil and observed < generation then
  return waiting
end

local conditions = {}
for _, condition in ipairs(obj.status.conditions) do
  conditions[condition.type] = condition
end

local paused = conditions.Paused
if paused ~= nil and paused.status == "True" then
  return { status = "Suspended", message = paused.message }
end
local fallback = conditions.Fallback
if fallback ~= nil and fallback.status == "True" then
  return { status = "Degraded", message = fallback.message }
end

local ready = conditions.Ready
if ready == nil then
  return waiting
end
if ready.status == "True" then
  return { status = "Healthy", message = ready.message }
end
-- Some triggers do not work; a young object is Unknown too, but has no reason.
if ready.status == "False" or ready.reason == "PartialTriggerError" then
  return { status = "Degraded", message = ready.message }
end
return waiting
