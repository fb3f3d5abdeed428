local hs = {status = "Progressing", message = "Waiting"}
if obj.status ~= nil and obj.status.conditions then
  for i, condition in ipairs(obj.status.conditions) do
    if condition.type == "Ready" and condition.status ~= "True" then
      hs.message = condition.reason .. ": " .. condition.message .. " (" .. i .. "/" .. #obj.status.conditions .. ")"
      goto continue
    elseif not condition.type then
      break
    else
      hs.status = "Healthy"
    end
    ::continue::
  end
end
return hs
