local phase = obj.status and obj.status.phase or ""
if string.find(phase, "healthy") then -- wrong: lua-library-needed
  return { status = "Healthy", message = phase }
elseif string.match(phase, "^Failing") then -- wrong: lua-library-needed
  return { status = "Progressing", message = phase }
elseif phase == "" then
  return { status = "Progressing" }
end
return { status = "Degraded", message = phase }
