local function contains(list, x)
  for _, v in pairs(list) do
    if v == x then
      return true
    end
  end
  return false
end
local ok = { "True" }
if obj.status and contains(ok, obj.status.atProvider.state) then -- wrong: lua-nil-index
  return { status = "Healthy" }
end
return { status = "Progressing" }
