local phase = obj.status and obj.status.phase
if phase == "Completed" then
  return { "Healthy", "done" } -- wrong: lua-no-status
end
return { status = "Progressing" }
