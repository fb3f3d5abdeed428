local available, progressing = false, false -- wrong: lua-young
local message = ""
if obj.status and obj.status.conditions then
  for _, c in ipairs(obj.status.conditions) do
    if c.type == "Available" and c.status == "True" then available = true end
    if c.type == "Progressing" and c.status == "True" then progressing = true end
    if c.status == "False" then message = c.message or c.reason or "" end
  end
end
if available and progressing then
  return { status = "Healthy" }
elseif available then
  return { status = "Progressing", message = message }
else
  return { status = "Degraded", message = message }
end
