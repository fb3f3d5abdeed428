-- uses: map, text, is_stale, condition, explain, waits
-- vitals:profiles combined
-- A platform of Camel K. Its phase decides; a condition that is False says why.

local states = {
  Ready = "Healthy", Creating = "Progressing", Starting = "Progressing", CreateCatalog =
  "Progressing", Error = "Degraded", Duplicate = "Degraded",
}

local status = map(obj.status)

local phase = text(status.phase, "")
if is_stale(obj, status.observedGeneration) or phase == "" then
  return waits("Waiting for IntegrationPlatform", phase)
end

local message = "IntegrationPlatform is " .. phase
for _, name in ipairs({ "RegistryAvailable", "CamelCatalogAvailable", "Created", "Ready" }) do
  local found = condition(obj, name)
  if found.status == "False" then
    message = message .. ": " .. explain(found, name .. " is False")
    break
  end
end
return { status = states[phase] or "Progressing", message = message }
