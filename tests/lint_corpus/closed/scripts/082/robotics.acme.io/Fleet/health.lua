local hs = {}
if obj.status == nil then
  hs.status = "Progressing"
  hs.message = "Fleet is starting"
  return hs
end
local ready = obj.status.readyReplicas or 0
local desired = obj.status.replicas or 0
if ready >= desired then
  hs.status = "Healthy"
  hs.message = "Fleet is ready"
  return hs
end
hs.status = "Progressing"
hs.message = "Fleet has " .. ready .. " of " .. desired
return hs
