local hs = {}
if obj.status ~= nil then
  for _, c in ipairs(obj.status.conditions or {}) do
    if c.type == "Ready" then
      if c.status == "True" then
        hs.status = "Healthy"
        hs.message = "Table is ready"
      elseif c.status == "Failed" then
        hs.status = "Degraded"
        hs.message = c.message or "Table has failed"
      end
    end
  end
end
return hs
