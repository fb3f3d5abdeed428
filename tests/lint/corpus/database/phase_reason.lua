local hs = { status = "Progressing", message = "" }
if obj.status ~= nil then
  if obj.status.phase == "Cluster in healthy state" then
    hs.status = "Healthy"
    hs.message = obj.status.phase
  elseif obj.status.phase == "Unrecoverable" then
    hs.status = "Degraded"
    hs.message = obj.status.phase .. ": " .. obj.status.phaseReason -- wrong: lua-nil-concat
  else
    hs.message = tostring(obj.status.phase)
  end
end
return hs
