if not obj.status then
  return { status = "Progressing", message = "Zone is not created yet" }
end

for _, c in ipairs(obj.status.conditions) do
  if c.type == "Ready" then
    if c.status == "True" then
      return { status = "Healthy", message = "Served by " .. obj.status.provider.name }
    end
    return { status = "Degraded", message = c.reason .. ": " .. c.message }
  end
end
return { status = "Progressing", message = "Serial " .. obj.status.serial }
