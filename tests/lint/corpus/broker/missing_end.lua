if obj.status == nil then
  return { status = "Progressing" }
return { status = "Healthy" } -- wrong: lua-syntax
