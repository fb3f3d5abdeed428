local hs = { status = "Progressing", message = "" }
if obj.status then
  if obj.status.phase == "Running" then
    hs.status = "Healthy"
  elseif obj.status.phase == "Updating" then
    hs.message = "updating"
  elseif obj.status.phase == "Running" then
    hs.message = "running" -- wrong: lua-unreachable
  end
end
return hs
