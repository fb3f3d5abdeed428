local ref = obj.status and obj.status.nodeRef
if ref and ref.name then
  return { status = "Healthy", message = "on " .. ref.name }
end
return { status = "Progressing" }
