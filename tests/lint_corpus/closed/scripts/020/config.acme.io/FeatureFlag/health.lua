-- The controller only reads flags and never writes a status.
local hs = {}
if obj.metadata.deletionTimestamp ~= nil then
  hs.status = "Progressing"
  hs.message = "The flag is being removed"
elseif obj.spec.enabled == false then
  hs.status = "Suspended"
  hs.message = "The flag is switched off"
else
  hs.status = "Healthy"
  hs.message = "The flag is on"
end
return hs
