if obj.status == nil or obj.status.conditions == nil then -- wrong: lua-condition-order
  return { status = "Progressing" }
end
if obj.status.conditions[1].status == "True" then -- wrong: lua-nil-index
  return { status = "Healthy" }
end
return { status = "Degraded", message = obj.status.conditions[1].message }
