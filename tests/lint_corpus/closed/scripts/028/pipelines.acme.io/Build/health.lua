local hs = {}
local state = "Unknown"
if obj.status == nil then
  hs.status = "Progressing"
  hs.message = "Build is queued"
  return hs
end
if obj.status.completionTime == nil then
  hs.status = "Progressing"
  hs.message = "Build is running"
  return hs
end
if obj.status.succeeded then
  hs.status = "Healthy"
  hs.message = "Build succeeded"
  return hs
else
  hs.status = "Degraded"
  hs.message = "Build failed"
  return hs
end
hs.message = "Build is done"
