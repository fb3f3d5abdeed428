local messages = {} -- wrong: lua-young
for _, c in ipairs(obj.status and obj.status.conditions or {}) do
  if c.status ~= "True" then
    table.insert(messages, (c.reason or "unknown") .. ": " .. (c.message or ""))
  end
end
if #messages > 0 then
  return { status = "Degraded", message = table.concat(messages, "; ") }
end
return { status = "Healthy" }
