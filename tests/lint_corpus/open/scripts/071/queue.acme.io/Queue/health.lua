function isTrue(conditions, name)
  for _, c in ipairs(conditions) do
    if c.type == name then
      return c.status == "True"
    end
  end
  return false
end

if obj.status == nil then
  return { status = "Progressing", message = "Queue is being created" }
end
if isTrue(obj.status.conditions, "Ready") then
  return { status = "Healthy", message = "Queue is ready" }
end
if isTrue(obj.status.conditions, "Stalled") then
  return { status = "Degraded", message = "Queue is stalled" }
end
return { status = "Progressing", message = "Queue is not ready" }
