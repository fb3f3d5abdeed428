local hs = { status = "Healthy" }
if object.status == nil then -- wrong: lua-undefined
  hs.status = "Progressing"
end
return hs
