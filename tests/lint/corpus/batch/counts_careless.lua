if obj.status == nil then return { status = "Progressing" } end
if obj.status.failed > obj.spec.backoffLimit then -- wrong: lua-nil-operand
  return { status = "Degraded", message = obj.status.failed .. " failed" }
end
if obj.status.succeeded + obj.status.active >= obj.spec.completions then -- wrong: lua-nil-operand
  return { status = "Healthy" }
end
return { status = "Progressing" }
