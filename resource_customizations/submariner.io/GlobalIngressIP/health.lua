-- uses: map, text, is_stale, condition, explain
-- vitals:profiles combined
-- An address under which other clusters reach a service, by Submariner. Allocated and Conflict
-- decide.

local status = map(obj.status)

if is_stale(obj, status.observedGeneration) then
  return { status = "Progressing", message = "Waiting for GlobalIngressIP" }
end
local conflict = condition(obj, "Conflict")
if conflict.status == "True" then
  return { status = "Degraded", message = explain(conflict, "Another object has the same pods") }
end
local allocated = condition(obj, "Allocated")
if allocated.status == "True" then
  return { status = "Healthy", message = text(allocated.message, "Addresses are allocated") }
end
if allocated.status == "False" then
  return { status = "Degraded", message = explain(allocated, "Addresses are not allocated") }
end
return { status = "Progressing", message = explain(allocated, "Waiting for GlobalIngressIP") }
