local os = require("os")
local now = os.time()
if obj.status == nil or obj.status.clusterId == nil then
  return { status = "Progressing", message = "since " .. now }
end
return { status = "Healthy" }
