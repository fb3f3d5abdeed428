hs = {} -- wrong: lua-global
if obj.status ~= nil then
  if obj.status.conditions ~= nil then
    for _, c in ipairs(obj.status.conditions) do
      if c.type == "Failed" and c.status == "True" then
        hs.status = "Degraded"
        hs.message = c.message
        return hs
      elseif c.type == "Complete" and c.status == "True" then
        hs.status = "Healthy"
        hs.message = c.message
        return hs
      end
    end
  end
  if obj.spec.suspend then
    hs.status = "Suspended"
    hs.message = "suspended"
    return hs
  end
end
hs.status = "Progressing"
hs.message = "running"
return hs
