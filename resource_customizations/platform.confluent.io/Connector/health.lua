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
local tasks = text(status.tasksReady, "unknown")
local name = text(status.connectorState, "in error")
local message = "Connector is " .. name .. ", tasks ready: " .. tasks
local failed = tonumber(status.failedTasksCount) or 0
if status.state == "ERROR" or state == "FAILED" or failed > 0 then
  return { status = "Degraded", message = text(status.trace, message) }
end
if state == "PAUSED" or state == "STOPPED" then
  return { status = "Suspended", message = message }
end
-- As texts, "0/2" comes before "1/2".
if state == "RUNNING" and tasks >= "1" then
  return { status = "Healthy", message = message }
end
return { status = "Progressing", message = message }
