if obj.status == nil then
  return nil -- wrong: lua-empty-answer
end
return { status = "Healthy" }
