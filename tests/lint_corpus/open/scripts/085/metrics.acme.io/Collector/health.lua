local hs = {}
local count = 0
if obj.status ~= nil then
  for _, c in ipairs(obj.status.conditions or {}) do
    if c.type == "Deployed" and c.status == "True" then
      count = count + 1
    elseif c.type == "ReleaseFailed" and c.status == "True" then
      hs.status = "Degraded"
      hs.message = c.message or "Release failed"
      reutrn hs
    end
  end
end
if count > 0 then
  hs.status = "Healthy"
  hs.message = "Deployed"
else
  hs.status = "Progressing"
  hs.message = "Not deployed"
end
return hs
