local function address(kind)
  if obj.status == nil then return nil end
  for _, a in ipairs(obj.status.addresses or {}) do
    if a.type == kind then return a.address end
  end
end
return { status = "Healthy", message = "at " .. address("InternalIP") } -- wrong: lua-nil-concat
