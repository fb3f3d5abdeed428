local hs = { status = "Progressing", message = "" }
if obj.status == nil then
  return hs
end
local status = obj.status.printableStatus
if string.sub(status, 1, 5) == "Error" then -- wrong: lua-nil-argument, lua-library-needed
  hs.status = "Degraded"
  hs.message = status
elseif status == "Running" then
  hs.status = "Healthy"
end
return hs
