-- uses: map, text, is_stale
-- vitals:profiles combined
-- A template of constraints of Gatekeeper. status.created says whether its kind is there; each
-- Pod of Gatekeeper reports its errors.

local status = map(obj.status)

for _, element in ipairs(map(status.byPod)) do
  local pod = map(element)
  local first = map(map(pod.errors)[1])
  if text(first.message, "") ~= "" and not is_stale(obj, pod.observedGeneration) then
    return { status = "Degraded", message = text(first.code, "error") .. ": " .. first.message }
  end
end
if status.created == true and not is_stale(obj, status.observedGeneration) then
  return { status = "Healthy", message = "ConstraintTemplate is created" }
end
return { status = "Progressing", message = "Waiting for ConstraintTemplate" }
