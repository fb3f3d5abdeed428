if obj.metadata.deletionTimestamp ~= nil then
  if #obj.metadata.finalizers > 0 and obj.spec.deletionPolicy == "Delete" then -- wrong: lua-nil-operand
    return { status = "Progressing", message = "waiting for the provider" }
  end
end
return { status = "Healthy" }
