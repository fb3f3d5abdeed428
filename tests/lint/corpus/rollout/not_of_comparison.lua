if not obj.status == nil then
  return { status = "Healthy" }
end
return { status = "Progressing" }
