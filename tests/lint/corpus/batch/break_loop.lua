local last
for _, c in ipairs(obj.status and obj.status.conditions or {}) do
  last = c
  if c.type == "Failed" then
    break
  end
end
if not last then
  return { status = "Progressing" }
end
local words = { Failed = "Degraded", Complete = "Healthy" }
return { status = words[last.type] or "Progressing", message = last.message }
