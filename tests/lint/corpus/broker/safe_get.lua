local function get(root, ...)
  local at = root
  for _, key in ipairs({ ... }) do
    if type(at) ~= "table" then
      return nil
    end
    at = at[key]
  end
  return at
end
local id = get(obj, "status", "clusterId")
if id == nil then
  return { status = "Progressing" }
end
return { status = "Healthy", message = "cluster " .. id }
