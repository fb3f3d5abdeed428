-- A budget is degraded when the controller cannot work it out. That it allows no disruption is what
-- it is for.

local waiting = { status = "Progressing", message = "Waiting for status" }

if obj.status == nil or next(obj.status) == nil then
  return waiting
end

local generation = obj.metadata.generation
local observed = obj.status.observedGeneration
if generation ~= nil and observed ~= nil and observed < generation then
  return waiting
end

local reason = "SufficientPods"
for _, condition in ipairs(obj.status.conditions or {}) do
  if condition.type == "DisruptionAllowed" then
    if condition.reason == "SyncFailed" then
      return { status = "Degraded", message = "PodDisruptionBudget has SyncFailed" }
    end
    reason = condition.reason or reason
  end
end
return { status = "Healthy", message = "PodDisruptionBudget has " .. reason }
