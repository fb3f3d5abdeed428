local hs = {}
hs.status = "Progressing"
hs.message = "Waiting for the tunnel"
if obj.status.state == "UP" then
  hs.status = "Healthy"
  hs.message = "Tunnel is up"
elseif obj.status.state == "DOWN" then
  hs.status = "Degraded"
  hs.message = "Tunnel is down: " .. (obj.status.lastError or "no reason given")
end
return hs
