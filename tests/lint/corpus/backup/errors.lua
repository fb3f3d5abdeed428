if obj.status == nil then
  return { status = "Progressing" }
end
local errors = obj.status.errors or 0
local warnings = obj.status.warnings or 0
if errors > 0 then
  return { status = "Degraded", message = errors .. " errors, " .. warnings .. " warnings" }
end
if obj.status.completionTimestamp == nil then
  return { status = "Progressing" }
end
return { status = "Healthy", message = "done at " .. obj.status.completionTimestamp }
