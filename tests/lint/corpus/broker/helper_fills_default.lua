local function fill(hs, conditions)
  for _, c in ipairs(conditions) do
    if c.type == "Ready" and c.status == "True" then
      hs.status = "Healthy"
    end
  end
end
local hs = { status = "Progressing" }
if obj.status and obj.status.conditions then
  fill(hs, obj.status.conditions)
end
return hs
