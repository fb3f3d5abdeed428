local conditions = (obj.status or {}).conditions or {}
for _, condition in ipairs(conditions) do
  if condition.type == "Ready" and conditon.status == "True" then -- wrong: lua-undefined
    return { status = "Healthy" }
  end
end
return { status = "Progressing" }
