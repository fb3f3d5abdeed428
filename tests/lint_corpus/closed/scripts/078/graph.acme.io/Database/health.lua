local hs = {}
if obj.status == nil or obj.status.conditions == nil or #obj.status.conditions == 0 then
  hs.status = "Progressing"
  hs.message = "Waiting for conditions"
  return hs
end
local first = obj.status.conditions[1]
if first.status == "True" then
  hs.status = "Healthy"
  hs.message = first.reason or ""
else
  hs.status = "Degraded"
  hs.message = first.reason or ""
end
return hs
