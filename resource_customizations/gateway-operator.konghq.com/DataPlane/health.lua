-- uses: map, text, is_stale, condition, explain, waits
-- vitals:profiles combined
-- A data plane of Kong, by its operator. Ready decides, and RolledOut of the rollout, which may wait
-- for its promotion.

-- Reasons of Ready and RolledOut that need help.
local failures = {
  ValidationFailed = true, UnableToProvision = true, Failed = true, PromotionFailed = true,
}

local status = map(obj.status)

local ready = condition(obj, "Ready")
if is_stale(obj, status.observedGeneration) or ready.status == nil then
  return waits("Waiting for DataPlane", explain(ready, ""))
end
if ready.status == "False" and failures[text(ready.reason, "")] then
  return { status = "Degraded", message = explain(ready, "DataPlane is not ready") }
end
for _, candidate in ipairs(map(map(status.rollout).conditions)) do
  local found = map(candidate)
  if found.type == "RolledOut" and not is_stale(obj, found.observedGeneration) then
    if failures[text(found.reason, "")] then
      return { status = "Degraded", message = explain(found, "The rollout failed") }
    end
    if found.reason == "AwaitingPromotion" and ready.status == "True" then
      return { status = "Suspended", message = explain(found, "The rollout waits") }
    end
  end
end
if ready.status == "True" then
  return { status = "Healthy", message = text(ready.message, "DataPlane is ready") }
end
return { status = "Progressing", message = explain(ready, "Waiting for DataPlane") }
