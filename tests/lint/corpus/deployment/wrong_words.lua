hs = {} -- wrong: lua-global
if obj.status and obj.status.phase == "Running" then
  hs.status = "Ready" -- wrong: lua-invalid-status
elseif obj.status and obj.status.phase == "Failed" then
  hs.status = "degraded" -- wrong: lua-invalid-status
else
  hs.status = "Progressing"
end
return hs
