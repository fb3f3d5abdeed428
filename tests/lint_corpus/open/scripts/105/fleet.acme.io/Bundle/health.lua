local hs = {}
if obj.status == nil or obj.status.summary == nil then
  hs.status = "Progressing"
  hs.message = "Bundle is distributed"
  return hs
end
local s = obj.status.summary
if s.ready == s.desiredReady then
  hs.status = "Healthy"
  hs.message = "Bundle is ready"
elseif s.errApplied > 0 then
  hs.status = "Degraded"
  hs.message = "Bundle could not be applied"
else
  hs.status = "Progressing"
  hs.message = "Bundle is ready in " .. (s.ready or 0) .. " clusters"
end
return hs
