if obj.status == nil then
  return { status = "Progressing", message = "not observed" }
end
if obj.status.observedGeneration < obj.metadata.generation then -- wrong: lua-nil-operand
  return { status = "Progressing", message = "generation " .. obj.status.observedGeneration .. " of " .. obj.metadata.generation }
end
return { status = "Healthy" }
