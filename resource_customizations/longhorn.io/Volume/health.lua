-- uses: map, text, is_stale, condition, explain, waits
-- vitals:profiles combined
-- A volume of Longhorn. Its state says whether it is attached, its robustness whether its
-- replicas are well; Scheduled says why they are not.

local status = map(obj.status)

local state = text(status.state, "")
local robustness = text(status.robustness, "unknown")
if is_stale(obj, status.observedGeneration) or state == "" then
  return waits("Waiting for Volume", state)
end
if robustness == "faulted" then
  return { status = "Degraded", message = "Volume is faulted: no replica can be used" }
end

-- Older releases write the name in small letters.
for _, name in ipairs({ "Scheduled", "scheduled" }) do
  local found = condition(obj, name)
  if found.status == "False" then
    local cause = explain(found, "not enough room")
    return { status = "Degraded", message = "Replicas cannot be scheduled: " .. cause }
  end
end
if robustness == "degraded" then
  return { status = "Degraded", message = "Volume is degraded: replicas are missing" }
end
if state == "detached" then
  return { status = "Healthy", message = "Volume is detached" }
end
if state == "attached" and robustness == "healthy" then
  return { status = "Healthy", message = "Volume is attached and healthy" }
end
return { status = "Progressing", message = "Volume is " .. state .. ", " .. robustness }
