local hs = {}
for _, condition in ipairs(obj.status.conditions) do -- wrong: lua-nil-index, lua-nil-argument
  if condition.type == "Ready" then
    if condition.status == "True" then
      hs.status = "Healthy"
    else
      hs.status = "Degraded"
    end
    hs.message = condition.message
  end
end
return hs -- wrong: lua-no-status
