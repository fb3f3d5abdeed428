local hs = {}
if obj.status == nil then
  hs.status = "Progressing"
  hs.message = "Update is scheduled"
  return hs
end
local done = obj.status.updated == obj.spec.target
if done then
  hs.status = "Healthy"
  hs.message = "All devices run " .. obj.spec.version
elseif obj.status.failed ~= nil and obj.status.failed > 0 then
  hs.status = "Degraded"
  hs.message = "Update failed on " .. obj.status.failedDevices .. " devices"
else
  hs.status = "Progressing"
  hs.message = "Update is rolled out"
end
return hs
