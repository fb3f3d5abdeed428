local listeners = (obj.status or {}).listeners or {}
local names = {}
for _, listener in ipairs(listeners) do
  if listener.bootstrapServers then
    names[#names + 1] = listener.bootstrapServers
  end
end
if #names == 0 then
  return { status = "Progressing", message = "no listener yet" }
end
return { status = "Healthy", message = table.concat(names, ", ") }
