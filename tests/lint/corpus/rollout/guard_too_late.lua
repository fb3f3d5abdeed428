local phase = obj.status.phase -- wrong: lua-nil-index
if obj.status == nil then
  return { status = "Progressing" }
end
if phase == "Healthy" then
  return { status = "Healthy" }
end
return { status = "Progressing" }
