local hs = {}
if obj.status ~= nil then
  local hs = { status = "Healthy" } -- wrong: lua-unused
else
  hs.status = "Progressing"
end
return hs -- wrong: lua-no-status
