if obj.status.error ~= nil and obj.status.error.message ~= "" then -- wrong: lua-nil-index
  return { status = "Degraded", message = "error: " .. obj.status.error.message } -- wrong: lua-nil-concat
end
if obj.status.readyInstances < obj.spec.instances then -- wrong: lua-nil-operand
  return { status = "Progressing" }
end
return { status = "Healthy" }
