local hs = {}
local ready = obj.status ~= nil and obj.status.ready or nil
if ready ~= nil and ready >= obj.spec.size then
  hs.status = "Healthy"
  hs.message = ready .. " workers are ready"
else
  hs.status = "Progressing"
  hs.message = (ready or 0) .. " workers are ready"
end
return hs
