local s = obj.status or {}
if s.phase == "Completed" then
  return { status = "Healthy" }
elseif true then
  return { status = "Progressing" }
else
  return { status = "Degraded" } -- wrong: lua-unreachable
end
