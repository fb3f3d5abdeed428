local hs = { status = "Progressing", message = "Peer is connecting" }
local session = nil
for _, s in ipairs(obj.status and obj.status.sessions or {}) do
  if s.family == obj.spec.family then
    session = s
    break
  end
end
if session ~= nil then
  if session.state == "Established" then
    hs.status = "Healthy"
    hs.message = "Established"
  elseif session.state == "Idle" and obj.spec.shutdown then
    hs.status = "Suspended"
    hs.message = "Shut down"
  elseif session.state == "Idle" then
    hs.status = "Degraded"
    hs.message = "Session is idle"
  end
end
return hs
