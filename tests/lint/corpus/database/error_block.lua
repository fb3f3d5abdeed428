if obj.status and obj.status.error then
  local e = obj.status.error
  return { status = "Degraded", message = (e.message or "unknown error") .. " code " .. tostring(e.code) }
end
if obj.status and obj.status.readyInstances and obj.status.readyInstances >= obj.spec.instances then
  return { status = "Healthy" }
end
return { status = "Progressing" }
