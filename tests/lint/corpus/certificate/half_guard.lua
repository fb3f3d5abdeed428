local hs = { status = "Progressing", message = "waiting" }
if obj.status ~= nil then
  for _, condition in ipairs(obj.status.conditions) do -- wrong: lua-nil-argument
    if condition.type == "Ready" and condition.status == "True" then
      hs.status = "Healthy"
      hs.message = condition.message
    end
  end
end
return hs
