-- uses: map, text, is_stale
-- vitals:profiles combined
-- A constraint of Gatekeeper, of any kind. It is in force when all Pods of Gatekeeper that
-- report enforce it; violations of other objects do not make it unhealthy.

local status = map(obj.status)

local enforced = 0
for _, element in ipairs(map(status.byPod)) do
  local pod = map(element)
  local first = map(map(pod.errors)[1])
  if is_stale(obj, pod.observedGeneration) then
    return { status = "Progressing", message = "Waiting for Gatekeeper" }
  end
  if text(first.message, "") ~= "" then
    return { status = "Degraded", message = text(first.code, "error") .. ": " .. first.message }
  end
  if pod.enforced ~= true then
    return { status = "Progressing", message = "Not all pods enforce the constraint" }
  end
  enforced = enforced + 1
end
if enforced == 0 or is_stale(obj, status.observedGeneration) then
  return { status = "Progressing", message = "Waiting for Gatekeeper" }
end
local violations = tostring(tonumber(status.totalViolations) or 0)
return { status = "Healthy", message = "Enforced, " .. violations .. " violation(s) found" }
