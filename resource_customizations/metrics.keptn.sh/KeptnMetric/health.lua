-- uses: map, text, is_stale
-- A metric of Keptn. It has a value, or an error.

local status = map(obj.status)

if is_stale(obj, status.observedGeneration) then
  return { status = "Progressing", message = "Waiting for KeptnMetric" }
end
local failure = text(status.errMsg, "")
if failure ~= "" then
  return { status = "Degraded", message = "KeptnMetric is degraded: " .. failure }
end
if status.value == nil or status.value == "" then
  return { status = "Progressing", message = "KeptnMetric has no value yet" }
end
return { status = "Healthy", message = "KeptnMetric is healthy" }
