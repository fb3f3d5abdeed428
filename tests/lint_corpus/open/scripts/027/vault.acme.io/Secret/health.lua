local hs = {}
if obj.status ~= nil then
  for _, c in ipairs(obj.status.conditions or {}) do
    if c.type == "Synced" and c.status == "False" then
      hs.status = "Degraded"
      hs.message = c.message or "Not synced"
      return hs
    end
  end
end
hs.status = "Healthy"
hs.message = "Secret is synced"
return hs
