local ready
for _, c in ipairs(obj.status ~= nil and obj.status.conditions or {}) do
  if c.type == "Ready" then
    ready = c
    break
  end
end

if obj.spec.suspend then
  return {
    status = "Suspended",
    message = "Provider is suspended",
  }
end

if not ready then
  return {
    status = "Progressing",
    message = "Not reconciled yet",
  }
end

local message = ready.message
if message == nil or message == "" then
  message = ready.reason or "No message"
end

return {
  status = ready.status == "True" and "Healthy" or ready.status == "False" and "Degraded" or "Progressing",
  message = message,
}
