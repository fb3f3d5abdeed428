if obj.status == nil then
  return { status = "Progressing" }
else
  return { status = "Healthy" }
end
local hs = { status = "Degraded" } -- wrong: lua-unreachable
return hs
