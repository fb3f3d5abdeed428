local byType = {}
if obj.status and obj.status.conditions then
  for _, c in ipairs(obj.status.conditions) do
    byType[c.type] = c
  end
end
local issuing, ready = byType["Issuing"], byType["Ready"]
if issuing and issuing.status == "True" then
  return { status = "Progressing", message = issuing.message }
end
if ready then
  return { status = ready.status == "True" and "Healthy" or "Degraded", message = ready.message }
end
return { status = "Progressing" }
