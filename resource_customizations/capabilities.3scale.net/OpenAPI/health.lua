-- uses: map, is_stale, condition, explain
-- An API of 3scale that an OpenAPI document describes.

local status = map(obj.status)

local waiting = "Waiting for 3scale OpenAPI status"
if is_stale(obj, status.observedGeneration) then
  return { status = "Progressing", message = waiting }
end
for _, name in ipairs({ "Failed", "Invalid" }) do
  local failed = condition(obj, name)
  if failed.status == "True" then
    return { status = "Degraded", message = explain(failed, "OpenAPI is " .. name) }
  end
end
local ready = condition(obj, "Ready")
if ready.status == "True" then
  return { status = "Healthy", message = explain(ready, "OpenAPI is ready") }
end
if ready.status == "False" then
  return { status = "Degraded", message = explain(ready, "OpenAPI is not ready") }
end
return { status = "Progressing", message = explain(ready, waiting) }
