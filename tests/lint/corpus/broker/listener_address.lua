if obj.status == nil then
  return { status = "Progressing" }
end
local first = obj.status.listeners[1] -- wrong: lua-nil-index
return { status = "Healthy", message = "reachable at " .. first.bootstrapServers } -- wrong: lua-nil-index, lua-nil-concat
