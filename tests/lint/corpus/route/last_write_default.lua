local hs = {}
if obj.status ~= nil and obj.status.parents ~= nil then
  for _, parent in ipairs(obj.status.parents) do
    for _, c in ipairs(parent.conditions or {}) do
      if c.type == "Accepted" and c.status == "True" then
        hs.status = "Healthy"
      elseif c.type == "Accepted" and c.status == "False" then
        hs.status = "Degraded"
      end
    end
  end
end
if hs.status == nil then
  hs.status = "Progressing"
end
return hs
