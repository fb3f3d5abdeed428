local hs = {}
if obj.status == nil or obj.status.parents == nil then
  hs.status = "Progressing"
  hs.message = "Waiting for a gateway"
  return hs
end
for _, parent in ipairs(obj.status.parents) do
  for _, c in ipairs(parent.conditions or {}) do
    if c.type == "Accepted" and c.status == "False" then
      hs.status = "Degraded"
      hs.message = "Not accepted by a gateway"
    elseif c.type == "Accepted" then
      hs.status = "Healthy"
      hs.message = "Accepted"
    end
  end
end
if hs.status == nil then
  hs.status = "Progressing"
  hs.message = "No gateway has answered"
end
return hs
