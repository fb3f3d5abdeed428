local conditions = obj.status and obj.status.conditions or {}
local times = {}
for _, c in ipairs(conditions) do
  table.insert(times, c)
end
table.sort(times, function(a, b) return a.type < b.type end)
local last = times[#times]
if last == nil then
  return { status = "Progressing" }
end
if last.status == "True" then
  return { status = "Healthy", message = last.message }
end
return { status = "Degraded", message = last.message }
