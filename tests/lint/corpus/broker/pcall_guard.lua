local ok, result = pcall(function()
  return obj.status.conditions[1].message
end)
if not ok then
  return { status = "Progressing", message = "no conditions" }
end
return { status = "Healthy", message = result }
