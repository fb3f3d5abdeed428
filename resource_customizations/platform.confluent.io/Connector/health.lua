-- A connector of Confluent for Kubernetes. The state of the connector decides, and its failed
-- tasks.

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

local state = text(status.connectorState, "")
if is_stale(status.observedGeneration) or (state == "" and status.state ~= "ERROR") then
  return { status = "Progressing", message = "Waiting for Connector" }
end
local message = "Connector is " .. state .. ", tasks ready: " .. text(status.tasksReady, "unknown")
local failed = tonumber(status.failedTasksCount) or 0
if status.state == "ERROR" or state == "FAILED" or failed > 0 then
  local trace = text(status.trace, message)
  return { status = "Degraded", message = trace }
end
if state == "PAUSED" or state == "STOPPED" then
  return { status = "Suspended", message = message }
end
if state == "RUNNING" then
  return { status = "Healthy", message = message }
end
return { status = "Progressing", message = message }
