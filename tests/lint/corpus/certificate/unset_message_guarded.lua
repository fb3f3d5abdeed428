local message
local seen = false
if obj.status and obj.status.conditions then
  for _, c in ipairs(obj.status.conditions) do
    if c.type == "Ready" then
      seen = true
      message = c.message or "no message"
    end
  end
end
if seen then
  return { status = "Healthy", message = "certificate: " .. message }
end
return { status = "Progressing" }
