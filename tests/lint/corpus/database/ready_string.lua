local ready = false
if obj.status and obj.status.conditions then
  for _, condition in pairs(obj.status.conditions) do
    ready = ready or (condition.type == "Ready" and condition.status == "True")
  end
end
return { status = ready and "Healthy" or "Progressing" }
