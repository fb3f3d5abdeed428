if type(obj.status) ~= "table" then
  return { status = "Progressing" }
end
if type(obj.status.conditions) == "table" then
  for _, c in ipairs(obj.status.conditions) do
    if c.type == "Ready" and c.status == "True" then
      return { status = "Healthy" }
    end
  end
end
return { status = "Progressing" }
