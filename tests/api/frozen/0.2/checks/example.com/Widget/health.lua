local hs = {status = "Progressing", message = "waiting"}
if obj.status ~= nil and obj.status.phase == "Ready" then
  hs.status = "Healthy"
  hs.message = "ready"
end
return hs
