local rank = { Healthy = 0, Progressing = 1, Degraded = 2 }
local hs = { status = "Progressing", message = "Waiting for listeners" }

local function worse(status, message)
  if rank[status] > rank[hs.status] then
    hs.status = status
    hs.message = message
  end
end

local listeners = obj.status and obj.status.listeners
if listeners == nil or #listeners == 0 then
  return hs
end

hs.status = "Healthy"
hs.message = #listeners .. " listeners"
for _, l in ipairs(listeners) do
  if l.state == "Error" then
    worse("Degraded", "A listener has an error")
  elseif l.state ~= "Programmed" then
    worse("Progressing", "A listener is not programmed yet")
  end
end
return hs
