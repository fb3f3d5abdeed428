-- uses: map, text, is_stale
-- vitals:profiles combined
-- Gatekeeper's configuration. Each pod of Gatekeeper reports its errors in byPod;
-- older releases write no status.

local status = map(obj.status)

local pods = map(status.byPod)
for _, entry in ipairs(pods) do
  local pod = map(entry)
  local errors = is_stale(obj, pod.observedGeneration) and {} or map(pod.errors)
  if errors[1] ~= nil then
    local failure = map(errors[1])
    return {
      status = "Degraded",
      message = text(failure.message, text(failure.type, "A pod reports an error")),
    }
  end
end
for _, pod in ipairs(pods) do
  if is_stale(obj, map(pod).observedGeneration) then
    return { status = "Progressing", message = "Waiting for all pods of Gatekeeper" }
  end
end
if is_stale(obj, status.observedGeneration) then
  return { status = "Progressing", message = "Waiting for Gatekeeper" }
end
return { status = "Healthy", message = "No pod of Gatekeeper reports an error" }
