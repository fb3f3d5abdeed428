-- uses: map, is_stale, condition, explain
-- A product of 3scale.

local status = map(obj.status)

local waiting = "Waiting for 3scale Product status"
if is_stale(obj, status.observedGeneration) then
  return { status = "Progressing", message = waiting }
end
for _, name in ipairs({ "Failed", "Invalid", "Orphan" }) do
  local failed = condition(obj, name)
  if failed.status == "True" then
    return { status = "Degraded", message = explain(failed, "Product is " .. name) }
  end
end
local synced = condition(obj, "Synced")
if synced.status == "True" then
  return { status = "Healthy", message = explain(synced, "Product is synchronized") }
end
if synced.status == "False" then
  return { status = "Degraded", message = explain(synced, "Product is not synchronized") }
end
return { status = "Progressing", message = explain(synced, waiting) }
