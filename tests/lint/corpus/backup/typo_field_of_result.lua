local hs = {}
if obj.status == nil then
  hs.status = "Progressing"
else
  hs.state = "Healthy"
end
return hs -- wrong: lua-no-status
