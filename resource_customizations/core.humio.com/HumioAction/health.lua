-- uses: map, text, is_stale, waits
-- An action of LogScale: its state decides. NotFound says that LogScale does not have it.

local status = map(obj.status)

local health = {
  Exists = "Healthy", ConfigError = "Degraded", NotFound = "Missing", Unknown = "Unknown",
}

local state = text(status.state, "")
if is_stale(obj, status.observedGeneration) or state == "" then
  return waits("Update in progress", state)
end
return { status = health[state] or "Progressing", message = "Component state: " .. state }
