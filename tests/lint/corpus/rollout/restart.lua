if obj.spec.restartAt ~= nil then -- wrong: lua-young
  if obj.status == nil or obj.status.restartedAt == nil then
    return { status = "Progressing", message = "restarts at " .. obj.spec.restartAt }
  end
  if obj.status.restartedAt < obj.spec.restartAt then
    return { status = "Progressing" }
  end
end
return { status = "Healthy" }
