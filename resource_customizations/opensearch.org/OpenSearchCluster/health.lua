-- uses: map, text, is_stale, waits
-- vitals:profiles combined
-- An OpenSearch cluster. Its phase decides, then the health that the cluster reports.

local states = {
  PENDING = "Progressing", RUNNING = "Healthy", UPGRADING = "Progressing", FAILED = "Degraded",
}
local healths = { green = "Healthy", yellow = "Progressing", red = "Degraded" }

local status = map(obj.status)

local phase = text(status.phase, "")
local health = text(status.health, "")
if is_stale(obj, status.observedGeneration) or phase == "" then
  return waits("Waiting for OpenSearchCluster", phase)
end
for _, entry in ipairs(map(status.componentsStatus)) do
  local component = map(entry)
  if component.status == "Upgrading" then
    local name = text(component.component, "a component")
    return {
      status = "Progressing",
      message = "Upgrading " .. name .. ": " .. text(component.description, "in progress"),
    }
  end
end
local found = states[phase] or "Progressing"
if found == "Healthy" and health ~= "" then
  return {
    status = healths[health] or "Progressing",
    message = "The cluster is " .. phase .. ", its health " .. health,
  }
end
return { status = found, message = "The cluster is " .. phase }
