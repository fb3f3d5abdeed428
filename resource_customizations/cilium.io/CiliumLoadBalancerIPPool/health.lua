-- uses: map, text, is_stale, condition, explain, waits
-- vitals:profiles combined
-- Addresses for services in Cilium. PoolConflict says whether another pool has the same; a
-- disabled pool gives none.

local status = map(obj.status)

local conflict = condition(obj, "cilium.io/PoolConflict")
if map(obj.spec).disabled == true then
  return { status = "Suspended", message = "The pool is disabled" }
end
if is_stale(obj, status.observedGeneration) or conflict.status == nil then
  return waits("Waiting for the pool", explain(conflict, ""))
end
if conflict.status == "True" then
  return { status = "Degraded", message = explain(conflict, "Another pool has the same addresses") }
end
return { status = "Healthy", message = "The pool has no conflicts" }
