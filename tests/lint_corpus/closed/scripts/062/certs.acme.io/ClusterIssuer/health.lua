if obj.stauts ~= nil and obj.stauts.conditions ~= nil then
  for _, condition in ipairs(obj.stauts.conditions) do
    if condition.type == "Ready" and condition.status == "True" then
      return { status = "Healthy", message = condition.message or "Registered" }
    end
    if condition.type == "Ready" and condition.status == "False" then
      return { status = "Degraded", message = condition.message or "Not registered" }
    end
  end
end
return { status = "Progressing", message = "Waiting for the account" }
