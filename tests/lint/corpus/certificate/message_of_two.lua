local hs = { status = "Progressing", message = "" }
if obj.status ~= nil and obj.status.conditions ~= nil then
  for _, c in ipairs(obj.status.conditions) do
    if c.type == "Ready" then
      hs.status = c.status == "True" and "Healthy" or "Degraded"
      hs.message = c.reason .. ": " .. c.message -- wrong: lua-nil-concat
    end
  end
end
return hs
