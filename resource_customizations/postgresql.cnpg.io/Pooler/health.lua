-- uses: map, is_stale
-- vitals:profiles combined
-- Connection pools for CloudNativePG. The pods that are there decide.

local status = map(obj.status)

local wanted = tonumber(map(obj.spec).instances) or 1
local there = tonumber(status.instances)
if is_stale(obj, status.observedGeneration) or there == nil then
  return { status = "Progressing", message = "Waiting for Pooler" }
end
if map(map(obj.spec).pgbouncer).paused == true then
  return { status = "Suspended", message = "PgBouncer is paused" }
end
local message = there .. " of " .. wanted .. " instances"
if there < wanted then
  return { status = "Progressing", message = message }
end
return { status = "Healthy", message = message }
