local issuer = "internal" -- wrong: lua-unused
local hs = { status = "Healthy" }
if obj.status == nil then
  hs.status = "Progressing"
end
return hs
