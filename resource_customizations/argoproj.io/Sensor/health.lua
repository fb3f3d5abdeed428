-- uses: map, text, is_stale, condition, explain
-- vitals:profiles combined
-- A sensor of Argo Events: DependenciesProvided, TriggersProvided and Deployed must all be
-- True.

local status = map(obj.status)

local names = { "DependenciesProvided", "TriggersProvided", "Deployed" }
if is_stale(obj, status.observedGeneration) then
  return { status = "Progressing", message = "Waiting for Sensor" }
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
    return { status = "Progressing", message = explain(found, "Waiting for Sensor") }
  end
end
local deployed = condition(obj, "Deployed")
return { status = "Healthy", message = text(deployed.message, "Sensor is deployed") }
