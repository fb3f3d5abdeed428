local status = "healthy" -- wrong: lua-invalid-status
if obj.status == nil then
  status = "Progressing"
end
return { status = status, message = "" }
