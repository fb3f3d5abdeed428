-- uses: map, text, is_stale, condition, explain, waits
-- vitals:profiles combined
-- A node of Longhorn. Ready decides; Schedulable says whether it takes replicas,
-- spec.allowScheduling whether it should.

local status = map(obj.status)

local ready = condition(obj, "Ready")
if is_stale(obj, status.observedGeneration) or ready.status == nil then
  return waits("Waiting for Node", explain(ready, ""))
end
if ready.status == "True" then
  local schedulable = condition(obj, "Schedulable")
  if schedulable.reason == "KubernetesNodeCordoned" then
    return { status = "Suspended", message = explain(schedulable, "Node is cordoned") }
  end
  if schedulable.status == "False" and map(obj.spec).allowScheduling ~= false then
    return { status = "Degraded", message = explain(schedulable, "Node takes no replicas") }
  end
  if map(obj.spec).allowScheduling == false then
    return { status = "Suspended", message = "Scheduling of replicas is disabled" }
  end
  return { status = "Healthy", message = text(ready.message, "Node is ready") }
end
if ready.status == "False" then
  return { status = "Degraded", message = explain(ready, "Node is not ready") }
end
return { status = "Progressing", message = explain(ready, "Waiting for Node") }
