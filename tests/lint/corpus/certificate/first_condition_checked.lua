local conditions = obj.status and obj.status.conditions or {} -- wrong: lua-condition-order
if #conditions == 0 then
  return { status = "Progressing", message = "no conditions" }
end
local first = conditions[1]
if first.status == "True" then
  return { status = "Healthy" }
end
return { status = "Degraded", message = first.message }
