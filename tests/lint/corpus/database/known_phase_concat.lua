if obj.status == nil then
  return { status = "Progressing" }
end
local phase = obj.status.phase
if phase == "Cluster in healthy state" then
  return { status = "Healthy", message = "phase: " .. phase }
end
return { status = "Progressing", message = "phase: " .. phase } -- wrong: lua-nil-concat
