-- uses: map, is_stale
-- vitals:profiles combined
-- A pool of addresses of MetalLB. Its counts say whether addresses are left; older releases
-- write no status.

local status = map(obj.status)

local function count(value)
  return tonumber(value) or 0
end

if is_stale(obj, status.observedGeneration) then
  return { status = "Progressing", message = "Waiting for the pool" }
end
local left = count(status.availableIPv4) + count(status.availableIPv6)
local used = count(status.assignedIPv4) + count(status.assignedIPv6)
if left == 0 and used > 0 then
  return { status = "Healthy", message = "No address is left" }
end
if left > 0 then
  return { status = "Healthy", message = left .. " addresses are left" }
end
return { status = "Healthy", message = "The pool reports no addresses" }
