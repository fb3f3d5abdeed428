if obj.status and obj.status.validationErrors then
  return { status = "Degraded", message = table.concat(obj.status.validationErrors, ", ") }
end
return { status = "Progressing" }
