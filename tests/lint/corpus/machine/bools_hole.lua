local created = obj.status and obj.status.created or false
local ready = obj.status and obj.status.ready or false
local hs = {}
if created and ready then
  hs.status = "Healthy"
elseif not created and ready then
  hs.status = "Degraded"
elseif not created and not ready then
  hs.status = "Progressing"
end
return hs -- wrong: lua-no-status
