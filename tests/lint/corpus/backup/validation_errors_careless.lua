if obj.status and obj.status.phase == "PartiallyFailed" then
  return { status = "Degraded", message = table.concat(obj.status.validationErrors, ", ") } -- wrong: lua-nil-argument
end
return { status = "Progressing" }
