local function address(kind)
  if obj.status == nil then return nil end
  for _, a in ipairs(obj.status.addresses or {}) do
    if a.type == kind then return a.address end
  end
end
local ip = address("InternalIP")
if ip then
  return { status = "Healthy", message = "at " .. ip }
end
return { status = "Progressing" }
