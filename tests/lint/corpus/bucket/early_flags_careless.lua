if obj.status == nil then return { status = "Progressing" } end
local ready, synced = nil, nil
for _, c in ipairs(obj.status.conditions or {}) do
  if c.type == "Ready" then ready = c end
  if c.type == "Synced" then synced = c end
end
if ready ~= nil and ready.status == "True" and synced.status == "True" then -- wrong: lua-nil-index
  return { status = "Healthy" }
end
return { status = "Degraded" }
