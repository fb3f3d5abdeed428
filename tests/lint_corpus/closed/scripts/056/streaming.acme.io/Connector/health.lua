local hs = {}
if obj.status == nil or obj.status.connectorStatus == nil then
  hs.status = "Progressing"
  hs.message = "Waiting for Connect"
  return hs
end
local state = obj.status.connectorStatus.connector.state
if state == "RUNNING" then
  for _, task in ipairs(obj.status.connectorStatus.tasks or {}) do
    if task.state == "RUNNING" then
      hs.status = "Healthy"
      hs.message = "Running"
    else
      hs.status = "Degraded"
      hs.message = "Task " .. tostring(task.id) .. " is " .. tostring(task.state)
    end
  end
  return hs
end
hs.status = "Degraded"
hs.message = "Connector does not run"
return hs
