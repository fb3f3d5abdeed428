local hs = {}
local status = obj.status
if status == nil then
  hs.status = "Progressing"
  hs.message = "Account is opened"
  return hs
end
if status.state == "Active" then
  hs.status = "Healthy"
elseif status.state == "Frozen" then
  hs.status = "Suspended"
elseif status.state == "Opening" or status.state == "Closing" then
  hs.status = "Progressing"
else
  hs.status = "Degraded"
end
hs.message = "Account is " .. status.state
return hs
