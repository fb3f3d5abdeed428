local message = "waiting" -- wrong: lua-unused
if obj.status ~= nil and obj.status.completionTime ~= nil then
  message = "done"
  return { status = "Healthy" }
end
return { status = "Progressing" }
