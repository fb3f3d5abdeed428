local hs = {} -- wrong: lua-young
local failed = obj.status and obj.status.failed or 0
if failed == 0 then
  hs.status = "Healthy"
elseif failed > 0 then
  hs.status = "Degraded"
end
hs.message = failed .. " failed"
return hs
