local last
for _, c in ipairs(obj.status and obj.status.conditions or {}) do
  last = c
  if c.type == "Failed" then
    break
  end
end
if last.status == "True" then -- wrong: lua-nil-index
  return { status = "Healthy" }
end
return { status = "Progressing" }
