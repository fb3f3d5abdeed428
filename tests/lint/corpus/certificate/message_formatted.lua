local hs = { status = "Progressing", message = "" }
if obj.status ~= nil and obj.status.conditions ~= nil then
  for _, c in ipairs(obj.status.conditions) do
    if c.type == "Ready" then
      hs.status = c.status == "True" and "Healthy" or "Degraded"
      hs.message = string.format("%s: %s", c.reason or "Unknown", c.message or "") -- wrong: lua-library-needed
    end
  end
end
return hs
