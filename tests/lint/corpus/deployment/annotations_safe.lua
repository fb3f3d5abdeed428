local annotations = obj.metadata.annotations
if annotations and annotations["note"] == "ignore" then
  return { status = "Healthy", message = "ignored by " .. (annotations.team or "somebody") }
end
return { status = "Progressing", message = obj.metadata.namespace .. "/" .. obj.metadata.name }
