local hs = { status = "Progressing" }
if obj.status and obj.status.conditions then
  for _, c in ipairs(obj.status.conditions) do
    if c.type == "Ready" and c.type == "Synced" then
      hs.status = "Healthy" -- wrong: lua-unreachable
    end
  end
end
return hs
