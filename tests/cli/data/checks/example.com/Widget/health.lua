-- A check with mistakes on purpose: it trips over a Widget without status.
if obj.status.phase == "Ready" and obj.status.replicas > 0 then
  return { status = "Healthy", message = obj.status.message }
end
return { status = "Progressing", message = "Waiting for " .. obj.metadata.name }
