local hs = {}
local conditions = {}
if obj.status then
  conditions = obj.status.conditions or conditions
end
for _, c in ipairs(conditions) do
  if c.type == "Ready" then
    hs.message = c.message
    if c.status == "True" then
      hs.status = "Healthy"
    elseif c.status == "False" then
      hs.status = "Degraded"
    else
      hs.status = "Progressing"
    end
  end
end
if hs.status == nil then
  hs.status = "Progressing"
end
return hs
