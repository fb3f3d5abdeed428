local progress = obj.status and obj.status.progress
if progress.itemsBackedUp < progress.totalItems then -- wrong: lua-nil-index, lua-nil-operand
  return { status = "Progressing" }
end
return { status = "Healthy" }
