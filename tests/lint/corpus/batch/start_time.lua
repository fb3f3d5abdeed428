if obj.status == nil then
  return { status = "Progressing", message = "not started" }
end
local text = "started at " .. obj.status.startTime -- wrong: lua-nil-concat
if obj.status.completionTime ~= nil then
  return { status = "Healthy", message = text .. ", done at " .. obj.status.completionTime }
end
return { status = "Progressing", message = text }
