local hs = { status = "Progressing", message = "Waiting for pods" }
if not obj.status then
  return hs
end
for _, c in ipairs(obj.status.conditions or {}) do -- wrong: lua-condition-order
  if c.type == "Available" and c.status == "True" then
    hs.status = "Healthy"
    hs.message = c.message
  elseif c.type == "ReplicaFailure" and c.status == "True" then
    hs.status = "Degraded"
    hs.message = c.reason .. ": " .. (c.message or "") -- wrong: lua-nil-concat
  end
end
return hs
