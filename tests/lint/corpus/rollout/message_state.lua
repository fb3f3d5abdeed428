local hs = { status = "Progressing", message = obj.status and obj.status.message or "" }
if obj.status and obj.status.phase then
  local phase = obj.status.phase
  if phase == "Healthy" or phase == "Degraded" then
    hs.status = phase
  elseif phase == "Paused" then
    hs.status = "Suspended"
  end
  hs.message = hs.message .. " (" .. phase .. ")"
end
return hs
