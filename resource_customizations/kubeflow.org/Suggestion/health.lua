-- uses: map, is_stale, condition, explain
-- vitals:profiles combined
-- A service of Katib that suggests parameters. Failed, Succeeded and Running decide, in this
-- order.

local status = map(obj.status)

if is_stale(obj, status.observedGeneration) then
  return { status = "Progressing", message = "Waiting for Suggestion" }
end
local failed = condition(obj, "Failed")
if failed.status == "True" then
  return { status = "Degraded", message = explain(failed, "Suggestion has failed") }
end
for _, name in ipairs({ "Succeeded", "EarlyStopped", "Running" }) do
  local found = condition(obj, name)
  if found.status == "True" then
    return { status = "Healthy", message = explain(found, "Suggestion is " .. name) }
  end
end
return { status = "Progressing", message = explain(condition(obj, "Created"), "Waiting for Suggestion") }
