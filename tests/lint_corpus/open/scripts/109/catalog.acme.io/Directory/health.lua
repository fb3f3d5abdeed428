local bad = nil
local seen = false
for name, entry in pairs(obj.status and obj.status.entries or {}) do
  seen = true
  if not entry.ok and (bad == nil or name < bad) then
    bad = name
  end
end
if bad then
  return { status = "Degraded", message = "Entry " .. bad .. " is broken" }
end
if not seen then
  return { status = "Progressing", message = "No entry yet" }
end
return { status = "Healthy", message = "All entries are well" }
