local phase = obj.status and obj.status.phase
if string.find(phase, "healthy") then -- wrong: lua-nil-argument, lua-library-needed
  return { status = "Healthy", message = phase }
end
return { status = "Progressing", message = phase }
