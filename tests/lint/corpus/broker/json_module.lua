local json = require("json") -- wrong: lua-library-unknown
if obj.status == nil then
  return { status = "Progressing" }
end
return { status = "Healthy", message = json.encode(obj.status) }
