local hs = { status = "Progressing", message = "no parent has answered" }
if obj.status ~= nil and obj.status.parents ~= nil then
  for _, parent in ipairs(obj.status.parents) do
    for _, condition in ipairs(parent.conditions) do -- wrong: lua-nil-argument
      if condition.status == "False" then
        hs.status = "Degraded"
        hs.message = parent.parentRef.name .. ": " .. condition.message -- wrong: lua-nil-index, lua-nil-concat
        return hs
      end
    end
    hs.status = "Healthy"
    hs.message = "accepted"
  end
end
return hs
