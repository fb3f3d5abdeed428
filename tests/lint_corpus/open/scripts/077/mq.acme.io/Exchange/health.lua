local hs = {}
local conditions = obj.status and obj.status.conditions or {}
local last = conditions[#conditions]
if last == nil then
  hs.status = "Progressing"
  hs.message = "No condition"
elseif last.status == "True" then
  hs.status = "Healthy"
  hs.message = last.message or ""
else
  hs.status = "Degraded"
  hs.message = last.message or ""
end
return hs
