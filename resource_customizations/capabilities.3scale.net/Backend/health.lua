-- uses: map, is_stale, condition, explain
-- A backend of 3scale.

local status = map(obj.status)

local waiting = "Waiting for 3scale Backend status"
if is_stale(obj, status.observedGeneration) then
  return { status = "Progressing", message = waiting }
end
for _, name in ipairs({ "Failed", "Invalid" }) do
  local failed = condition(obj, name)
  if failed.status == "True" then
    return { status = "Degraded", message = explain(failed, "Backend is " .. name) }
  end
end
local synced = condition(obj, "Synced")
if synced.status == "True" then
  return { status = "Healthy", message = explain(synced, "Backend is synchronized") }
end
if synced.status == "False" then
  return { status = "Degraded", message = explain(synced, "Backend is not synchronized") }
end
return { status = "Progressing", message = explain(synced, waiting) }
