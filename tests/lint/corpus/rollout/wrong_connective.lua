if obj.status ~= nil or obj.status.phase == "Healthy" then -- wrong: lua-nil-index
  return { status = "Healthy" }
end
return { status = "Progressing" }
