local hs = { status = "Progressing" }
for _, c in ipairs(obj.status and obj.status.conditions or {}) do
  local message = c.message
  if message == nil then
    message = c.reason or "no reason"
  end
  if c.type == "Ready" then
    hs.status = c.status == "True" and "Healthy" or "Degraded"
    hs.message = "ready: " .. message
  end
end
return hs
