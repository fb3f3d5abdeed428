local conditions = (obj.status ~= nil and obj.status.conditions) or {}
local i = 1
local hs = { status = "Progressing" }
while i <= #conditions do
  local c = conditions[i]
  if c ~= nil and c.type == "Ready" then
    hs.status = c.status == "True" and "Healthy" or "Degraded"
  end
  i = i + 1
end
return hs
