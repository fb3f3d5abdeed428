if obj.status == nil or obj.status.notAfter == nil then
  return { status = "Progressing", message = "not issued" }
end
local text = "until " .. obj.status.notAfter
if obj.status.revision > 1 then -- wrong: lua-nil-operand
  text = text .. ", renewed"
end
return { status = "Healthy", message = text }
