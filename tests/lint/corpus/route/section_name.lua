local s = obj.status
if not s or not s.parents or not s.parents[1] then
  return { status = "Progressing" }
end
local first = s.parents[1]
local name = first.parentRef and first.parentRef.sectionName
return { status = "Healthy", message = name and ("section " .. name) or "no section" }
