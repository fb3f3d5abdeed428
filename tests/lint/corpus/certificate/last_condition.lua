local conditions = obj.status and obj.status.conditions or {}
local last = conditions[#conditions]
if last.status == "True" then -- wrong: lua-nil-index
  return { status = "Healthy" }
end
return { status = "Progressing" }
