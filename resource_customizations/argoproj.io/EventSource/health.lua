-- uses: map, text, is_stale, condition, explain
-- vitals:profiles combined
-- A source of events of Argo Events: SourcesProvided and Deployed must all be True.

local status = map(obj.status)

local names = { "SourcesProvided", "Deployed" }
if is_stale(obj, status.observedGeneration) then
  return { status = "Progressing", message = "Waiting for EventSource" }
end
for _, name in ipairs(names) do
  local found = condition(obj, name)
  if found.status == "False" then
    return { status = "Degraded", message = explain(found, name .. " is False") }
  end
end
for _, name in ipairs(names) do
  local found = condition(obj, name)
  if found.status ~= "True" then
    return { status = "Progressing", message = explain(found, "Waiting for EventSource") }
  end
end
local deployed = condition(obj, "Deployed")
return { status = "Healthy", message = text(deployed.message, "EventSource is deployed") }
