local hs = {}
if obj.status == nil then
  hs.status = "Progressing"
  hs.message = "Track is surveyed"
  return hs
end
if obj.status.open == true then
  hs.status = "Healthy"
  hs.message = "Track is open"
elseif obj.status.open == false then
  hs.status = "Suspended"
  hs.message = "Track is closed"
elseif obj.status.open == "partially" then
  hs.status = "Degraded"
  hs.message = "Track is open in one direction"
else
  hs.status = "Progressing"
  hs.message = "Track is inspected"
end
return hs
