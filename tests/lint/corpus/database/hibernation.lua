local annotations = obj.metadata.annotations or {}
local hs = {}
if annotations["hibernation"] == "on" then
  hs.status = "Suspended"
  hs.message = "hibernated"
  return hs
end
if obj.status == nil or obj.status.phase == nil then
  hs.status = "Progressing"
  hs.message = "no phase"
  return hs
end
if obj.status.phase == "Cluster in healthy state" then
  hs.status = "Healthy"
else
  hs.status = "Progressing"
end
hs.message = obj.status.phase
return hs
