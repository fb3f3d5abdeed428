local words = { available = "Healthy", creating = "Progressing", failed = "Degraded" }
local hs = {}
if obj.status ~= nil and obj.status.atProvider ~= nil and obj.status.atProvider.state ~= nil then
  hs.status = words[obj.status.atProvider.state]
else
  hs.status = "Progressing"
end
return hs -- wrong: lua-no-status
