local function condition(kind)
  if obj.status == nil or obj.status.conditions == nil then
    return nil
  end
  for _, c in ipairs(obj.status.conditions) do
    if c.type == kind then
      return c
    end
  end
  return nil
end

local available = condition("Available")
if available == nil then
  return { status = "Progressing", message = "no condition yet" }
end
if available.status == "True" then
  return { status = "Healthy", message = available.message }
end
return { status = "Degraded", message = available.message or "not available" }
