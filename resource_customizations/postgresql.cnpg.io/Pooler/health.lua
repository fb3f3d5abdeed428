-- vitals:profiles combined
-- Connection pools for CloudNativePG. The pods that are there decide.

local function map(value)
  return type(value) == "table" and value or {}
end

local status = map(obj.status)
local generation = tonumber(map(obj.metadata).generation)

-- Whether what was observed is older than the object.
local function is_stale(observed)
  return generation ~= nil and (tonumber(observed) or generation) < generation
end

local wanted = tonumber(map(obj.spec).instances) or 1
local there = tonumber(status.instances)
if is_stale(status.observedGeneration) or there == nil then
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
