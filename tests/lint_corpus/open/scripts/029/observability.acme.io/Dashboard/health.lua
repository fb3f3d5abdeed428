local messages = {}
local status = "Progressing"

if obj.status ~= nil then
  for name, instance in pairs(obj.status.instances or {}) do
    local status = instance.status or "Pending"
    if status == "Failed" then
      messages[#messages + 1] = name .. " failed"
    end
  end
  if obj.status.lastSync ~= nil then
    status = "Healthy"
  end
end

if #messages > 0 then
  table.sort(messages)
  return { status = "Degraded", message = table.concat(messages, ", ") }
end
return { status = status, message = status == "Healthy" and "Dashboard is synced" or "Waiting for a sync" }
