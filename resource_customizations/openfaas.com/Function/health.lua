-- uses: map, text, is_stale, condition, explain, waits
-- A function of OpenFaaS. Stalled, Ready and Healthy decide; a function without replicas is scaled
-- to zero.

local status = map(obj.status)

local ready = condition(obj, "Ready")
if is_stale(obj, status.observedGeneration) or next(status) == nil then
  return waits("Waiting for Function", explain(ready, ""))
end
local stalled = condition(obj, "Stalled")
if stalled.status == "True" then
  return { status = "Degraded", message = explain(stalled, "Function is stalled") }
end
if ready.status ~= "True" then
  return { status = "Progressing", message = explain(ready, "Waiting for Function") }
end

local healthy = condition(obj, "Healthy")
if healthy.status == "True" then
  return { status = "Healthy", message = explain(ready, "Function is ready") }
end
if (tonumber(status.replicas) or 0) == 0 then
  return { status = "Suspended", message = "No replicas available" }
end
return { status = "Progressing", message = explain(healthy, "Waiting for a replica") }
