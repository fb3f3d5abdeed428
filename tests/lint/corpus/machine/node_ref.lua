if obj.status and obj.status.nodeRef then
  return { status = "Healthy", message = "on " .. obj.status.nodeRef.name } -- wrong: lua-nil-concat
end
return { status = "Progressing" }
