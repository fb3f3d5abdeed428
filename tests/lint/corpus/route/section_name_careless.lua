local s = obj.status
if not s or not s.parents or not s.parents[1] then
  return { status = "Progressing" }
end
return { status = "Healthy", message = "section " .. s.parents[1].parentRef.sectionName } -- wrong: lua-nil-index, lua-nil-concat
