local hs = {}
local function set(status, message)
  hs.status = status
  hs.message = message
  return hs
end
if not obj.status then
  return set("Progressing", "no status")
end
for _, c in ipairs(obj.status.conditions or {}) do
  if c.type == "Ready" and c.status == "True" then
    return set("Healthy", c.message)
  end
  if c.type == "NotReady" and c.status == "True" then
    return set("Degraded", c.message)
  end
end
return set("Progressing", "waiting")
