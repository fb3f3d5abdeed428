local name = obj.metadata.annotations and obj.metadata.annotations["external-name"]
if name == nil then
  return { status = "Progressing", message = "no external name yet" }
end
return { status = "Healthy", message = "bucket " .. name }
