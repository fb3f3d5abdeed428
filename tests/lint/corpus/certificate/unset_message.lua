local message
local healthy = false
if obj.status and obj.status.conditions then
  for _, c in ipairs(obj.status.conditions) do
    if c.type == "Ready" then
      healthy = c.status == "True"
      message = c.message or "no message"
    end
  end
end
if healthy then
  return { status = "Healthy", message = "certificate: " .. message }
end
return { status = "Progressing", message = "certificate: " .. message } -- wrong: lua-nil-concat
