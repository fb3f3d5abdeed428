local messages = "" -- wrong: lua-young
for _, c in ipairs(obj.status and obj.status.conditions or {}) do
  if c.status ~= "True" then
    messages = messages .. c.type .. "=" .. c.status .. " (" .. c.message .. ") " -- wrong: lua-nil-concat
  end
end
if messages ~= "" then
  return { status = "Degraded", message = messages }
end
return { status = "Healthy" }
