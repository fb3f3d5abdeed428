local created = obj.status and obj.status.created or false
local ready = obj.status and obj.status.ready or false
local hs = {}
if created and ready then
  hs.status = "Healthy"
elseif created and not ready then
  hs.status = "Progressing"
elseif not created then
  hs.status = "Progressing"
  hs.message = "not created"
end
return hs
