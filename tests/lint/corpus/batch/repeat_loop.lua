local list = obj.status and obj.status.conditions or {}
local i = 0
local found
repeat
  i = i + 1
  found = list[i]
until found == nil or found.type == "Complete"
if found ~= nil and found.status == "True" then
  return { status = "Healthy", message = found.message }
end
return { status = "Progressing" }
