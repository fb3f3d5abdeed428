-- uses: map, text, is_stale, condition, explain
-- A budget is degraded when the controller cannot work it out. That it allows no disruption is what
-- it is for.

local status = map(obj.status)

if is_stale(obj, status.observedGeneration) or next(status) == nil then
  return { status = "Progressing", message = "Waiting for status" }
end

for _, candidate in ipairs(map(status.conditions)) do
  local allowed = map(candidate)
  if allowed.type == "DisruptionAllowed" and allowed.reason == "SyncFailed" then
    return { status = "Degraded", message = explain(allowed, "SyncFailed") }
  end
end
local reason = text(condition(obj, "DisruptionAllowed").reason, "SufficientPods")
return { status = "Healthy", message = "PodDisruptionBudget has " .. reason }
