if obj.status == nil and obj.status.phase == nil then -- wrong: lua-nil-index
  return { status = "Progressing" }
end
if obj.status.phase == "Healthy" then
  return { status = "Healthy" }
end
return { status = "Progressing" }
