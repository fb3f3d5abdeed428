local hs = {}
if obj.status == nil then
  hs.status = "Progressing"
elseif obj.status ~= nil and obj.status.phase == "Completed" then
  hs.status = "Healthy"
elseif obj.status ~= nil then
  hs.status = "Progressing"
else
  hs.status = "Unknown" -- wrong: lua-unreachable
end
return hs
