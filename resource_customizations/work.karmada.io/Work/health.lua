-- uses: map, text, is_stale, condition, explain
-- vitals:profiles combined
-- What Karmada applies to a member cluster. Applied decides.

local status = map(obj.status)

if map(obj.spec).suspendDispatching == true then
  return { status = "Suspended", message = "Work is suspended" }
end

local applied = condition(obj, "Applied")
if is_stale(obj, status.observedGeneration) or applied.status == nil then
  return { status = "Progressing", message = "Waiting for Work" }
end
if applied.status == "True" then
  return { status = "Healthy", message = text(applied.message, "Work is applied") }
end
if applied.status == "False" then
  return { status = "Degraded", message = explain(applied, "Work is not applied") }
end
return { status = "Progressing", message = explain(applied, "Waiting for Work") }
