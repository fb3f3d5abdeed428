-- uses: map, is_stale, condition, explain
-- vitals:profiles combined
-- A Postgres cluster of Crunchy. The ready pods of its instances decide, and the proxy.

local status = map(obj.status)

local function count(value)
  return tonumber(value) or 0
end

if map(obj.spec).shutdown == true then
  return { status = "Suspended", message = "PostgresCluster is shut down" }
end
if map(obj.spec).paused == true then
  return { status = "Suspended", message = "PostgresCluster is paused" }
end
if is_stale(obj, status.observedGeneration) then
  return { status = "Progressing", message = "Waiting for PostgresCluster" }
end
local progressing = condition(obj, "Progressing")
if progressing.status == "False" and progressing.reason ~= "Paused" then
  return { status = "Degraded", message = explain(progressing, "PostgresCluster is stuck") }
end

local pods, updated, ready = 0, 0, 0
for _, instance in ipairs(map(status.instances)) do
  pods = pods + count(map(instance).replicas)
  updated = updated + count(map(instance).updatedReplicas)
  ready = ready + count(map(instance).readyReplicas)
end
if pods == 0 then
  return { status = "Progressing", message = "Waiting for the first instance" }
end
if ready < pods then
  return { status = "Progressing", message = ready .. " of " .. pods .. " instances are ready" }
end
if updated < pods then
  return { status = "Progressing", message = updated .. " of " .. pods .. " instances are updated" }
end
local proxy = condition(obj, "ProxyAvailable")
if proxy.status == "False" then
  return { status = "Progressing", message = explain(proxy, "The proxy is not available") }
end
return { status = "Healthy", message = ready .. " instances are ready" }
