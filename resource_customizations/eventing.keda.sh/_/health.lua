-- uses: map, text, is_stale, condition, explain
-- vitals:profiles combined
-- Every kind of eventing.keda.sh: what sends the events of KEDA. Active decides.

local status = map(obj.status)

local active = condition(obj, "Active")
if is_stale(obj, status.observedGeneration) or active.status == nil then
  return { status = "Progressing", message = "Waiting for the object" }
end
if active.status == "True" then
  return { status = "Healthy", message = text(active.message, "It is active") }
end
if active.status == "False" then
  return { status = "Degraded", message = explain(active, "It is not active") }
end
return { status = "Progressing", message = explain(active, "Waiting for the object") }
