if obj.status == nil or obj.status.phase == nil then
  return { status = "Progressing" }
end
local phase = obj.status.phase:lower() -- wrong: lua-library-needed
if phase:match("healthy") then -- wrong: lua-library-needed
  return { status = "Healthy" }
end
return { status = "Degraded", message = phase }
