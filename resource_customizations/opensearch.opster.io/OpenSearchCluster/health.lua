-- vitals:profiles combined
-- An OpenSearch cluster. Its phase decides, then the health that the cluster reports.

local states = {
  PENDING = "Progressing", RUNNING = "Healthy", UPGRADING = "Progressing", FAILED = "Degraded",
}
local healths = { green = "Healthy", yellow = "Progressing", red = "Degraded" }

local function map(value)
  return type(value) == "table" and value or {}
end

local function text(value, otherwise)
  if type(value) == "string" and value ~= "" then
    return value
  end
  return otherwise
end

local status = map(obj.status)
local generation = tonumber(map(obj.metadata).generation)

-- Whether what was observed is older than the object.
local function is_stale(observed)
  return generation ~= nil and (tonumber(observed) or generation) < generation
end

local phase = text(status.phase, "")
local health = text(status.health, "")
if is_stale(status.observedGeneration) or phase == "" then
  return { status = "Progressing", message = "Waiting for OpenSearchCluster" }
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
