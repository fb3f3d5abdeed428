if obj.status == nil then
  return { message = "no status yet" } -- wrong: lua-no-status
end
return { status = "Healthy" }
