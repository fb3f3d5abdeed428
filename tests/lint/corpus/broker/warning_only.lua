local hs = { status = "Healthy", message = "" }
if not obj.status or not obj.status.conditions then
  hs.status = "Progressing"
  return hs
end
local warnings = 0
for _, c in ipairs(obj.status.conditions) do
  if c.type == "Warning" then
    warnings = warnings + 1
    hs.message = "warning: " .. c.message -- wrong: lua-nil-concat
  elseif c.type == "NotReady" then
    hs.status = "Degraded"
  end
end
if warnings > 1 then
  hs.message = hs.message .. " and " .. (warnings - 1) .. " more"
end
return hs
