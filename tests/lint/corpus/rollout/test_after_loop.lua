local promoted
for _, c in ipairs(obj.status and obj.status.conditions or {}) do
  if c.type == "Promoted" then promoted = c.status end
end
if promoted == "True" then
  return { status = "Healthy" }
elseif promoted == "False" then
  return { status = "Degraded" }
elseif promoted == nil then
  return { status = "Progressing", message = "no analysis yet" }
end
return { status = "Progressing", message = "analysis is " .. promoted }
