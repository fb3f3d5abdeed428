local hs = {}
if obj.status == nil then
  hs.status = "Progressing"
  hs.message = "Disk is being created"
  return hs
end
if obj.status.size == 0 then
  hs.status = "Progressing"
  hs.message = "Disk has no size yet"
  return hs
end
if obj.status.phase == "Attached" or obj.status.phase == "Detached" then
  hs.status = "Healthy"
  hs.message = "Disk of " .. obj.spec.size
  return hs
end
hs.status = "Degraded"
hs.message = "Disk is in phase " .. (obj.status.phase or "none")
return hs
