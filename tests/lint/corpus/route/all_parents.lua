local function accepted(parent)
  for _, c in ipairs(parent.conditions or {}) do
    if c.type == "Accepted" then
      return c.status == "True", c.message
    end
  end
  return nil
end
if not (obj.status and obj.status.parents) then
  return { status = "Progressing" }
end
local waiting = 0
for _, parent in ipairs(obj.status.parents) do
  local ok, message = accepted(parent)
  if ok == false then
    return { status = "Degraded", message = message }
  elseif ok == nil then
    waiting = waiting + 1
  end
end
if waiting > 0 then
  return { status = "Progressing", message = waiting .. " parents have not answered" }
end
return { status = "Healthy" }
