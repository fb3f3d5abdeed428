local status = obj.status or {}
local used = tonumber(status.used) or 0
local limit = tonumber(obj.spec.limit) or 0

if status.used == nil then
  return { status = "Progressing", message = "Usage is not known yet" }
end
if limit > 0 and used > limit then
  return { status = "Degraded", message = used .. " of " .. limit .. " are used, enforced: " .. tostring(obj.spec.enforce) }
end
return { status = "Healthy", message = used .. " of " .. limit .. " are used" }
