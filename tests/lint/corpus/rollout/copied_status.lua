local hs = {}
if obj.status == nil then
  hs.status = "Progressing"
  return hs
end
hs.status = obj.status.phase
hs.message = obj.status.message
return hs -- wrong: lua-no-status
