-- uses: map, text, is_stale, condition, explain
-- vitals:profiles combined
-- A Perses server. Available decides; Degraded says why not.

local status = map(obj.status)

local available = condition(obj, "Available")
if is_stale(obj, status.observedGeneration) then
  return { status = "Progressing", message = "Waiting for Perses" }
end
for _, name in ipairs({ "Degraded" }) do
  local found = condition(obj, name)
  if found.status == "True" then
    return { status = "Degraded", message = explain(found, name) }
  end
end
if available.status == "True" then
  return { status = "Healthy", message = text(available.message, "Perses is available") }
end
return { status = "Progressing", message = explain(available, "Waiting for Perses") }
