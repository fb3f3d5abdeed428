-- uses: map, text, is_stale, condition, explain, waits
-- vitals:profiles combined
-- A queue of a namespace in Kueue. Active says whether it can submit workloads; stopPolicy
-- stops it.

local status = map(obj.status)

local policy = text(map(obj.spec).stopPolicy, "None")
if policy ~= "None" then
  return { status = "Suspended", message = "LocalQueue is stopped: " .. policy }
end

local active = condition(obj, "Active")
if is_stale(obj, status.observedGeneration) or active.status == nil then
  return waits("Waiting for LocalQueue", explain(active, ""))
end
if active.status == "True" then
  return { status = "Healthy", message = text(active.message, "LocalQueue is active") }
end
if active.status == "False" then
  return { status = "Degraded", message = explain(active, "LocalQueue is not active") }
end
return { status = "Progressing", message = explain(active, "Waiting for LocalQueue") }
