if obj.spec.suspend then
  return { status = "Paused" } -- wrong: lua-invalid-status
end
return { status = "Progressing" }
