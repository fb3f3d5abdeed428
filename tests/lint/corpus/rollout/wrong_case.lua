if obj.Status ~= nil and obj.status.phase == "Healthy" then -- wrong: lua-field-spelling
  return { status = "Healthy" }
end
return { status = "Progressing" }
