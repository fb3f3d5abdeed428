if obj.status == nil then
  return { status = "Progressing" }
elseif obj.status == nil or obj.status.phase == nil then
  return { status = "Progressing", message = "no phase" }
elseif obj.status.phase == nil then
  return { status = "Unknown" } -- wrong: lua-unreachable
end
return { status = "Healthy" }
