for i = 1, #obj.status.conditions do -- wrong: lua-nil-index, lua-nil-operand
  if obj.status.conditions[i].type == "Ready" and obj.status.conditions[i].status == "True" then
    return { status = "Healthy" }
  end
end
return { status = "Progressing" }
