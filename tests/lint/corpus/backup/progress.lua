local progress = obj.status and obj.status.progress
if progress and progress.totalItems and progress.itemsBackedUp then
  local text = string.format("%d of %d items", progress.itemsBackedUp, progress.totalItems) -- wrong: lua-library-needed
  if progress.itemsBackedUp == progress.totalItems then
    return { status = "Healthy", message = text }
  end
  return { status = "Progressing", message = text }
end
return { status = "Progressing" }
