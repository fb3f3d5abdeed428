local function condition(kind)
  for _, c in ipairs(obj.status.conditions) do -- wrong: lua-nil-index, lua-nil-argument
    if c.type == kind then
      return c
    end
  end
end

local available = condition("Available")
if available.status == "True" then -- wrong: lua-nil-index
  return { status = "Healthy" }
end
return { status = "Degraded", message = available.message }
