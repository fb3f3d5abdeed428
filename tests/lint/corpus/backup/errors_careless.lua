if obj.status == nil then
  return { status = "Progressing" }
end
if obj.status.errors > 0 then -- wrong: lua-nil-operand
  return { status = "Degraded", message = obj.status.errors .. " errors" }
end
return { status = "Healthy", message = "done at " .. obj.status.completionTimestamp } -- wrong: lua-nil-concat
