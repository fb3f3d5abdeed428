if not obj.status == nil then -- wrong: lua-comparison
  return { status = "Healthy" }
end
return { status = "Progressing" }
