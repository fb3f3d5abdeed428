local conditions = obj.status and obj.status.conditions
if conditions == nil then
  return { status = "Progressing" }
end
for i = 1, #conditions do
  local c = conditions[i]
  if c.type == "Ready" and c.status == "True" then
    return { status = "Healthy", message = c.message }
  end
end
return { status = "Progressing" }
