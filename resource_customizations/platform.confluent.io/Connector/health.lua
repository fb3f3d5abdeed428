-- uses: map, text, is_stale, waits, failures
-- A connector of Confluent for Kubernetes. The state of the connector decides, and its failed
-- tasks.

local status = map(obj.status)

local state = text(status.connectorState, "")
if is_stale(obj, status.observedGeneration) or (state == "" and status.state ~= "ERROR") then
  return waits("Waiting for Connector", state)
end
local tasks = text(status.tasksReady, "unknown")
local name = text(status.connectorState, "in error")
local message = "Connector is " .. name .. ", tasks ready: " .. tasks
local failed = tonumber(status.failedTasksCount) or 0
if failures[text(status.state, "")] or state == "FAILED" or failed > 0 then
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
