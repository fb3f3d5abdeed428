if obj.status == nil or obj.status.phase == nil then
  return { status = "Progressing" }
end
local phase = obj.status.phase:lower()
if phase:match("healthy") then
  return { status = "Healthy" }
end
return { status = "Degraded", message = phase }
