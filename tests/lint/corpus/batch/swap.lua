local first, second = "a", "b"
if obj.status == nil then
  first, second = second, first -- wrong: lua-parallel-assignment
end
return { status = "Progressing", message = first .. second }
