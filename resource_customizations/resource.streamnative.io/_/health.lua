-- uses: map, text, is_stale, condition, explain
-- vitals:profiles combined
-- Every kind of resource.streamnative.io: tenants, namespaces and topics of Pulsar. Ready
-- decides, and the policies of a topic.

local status = map(obj.status)

local ready = condition(obj, "Ready")
if is_stale(obj, status.observedGeneration) or ready.status == nil then
  return { status = "Progressing", message = "Waiting for the object" }
end
local policy = condition(obj, "PolicyReady")
if policy.status == "False" then
  return { status = "Degraded", message = explain(policy, "Its policies are not set") }
end
if ready.status == "True" then
  return { status = "Healthy", message = text(ready.message, "It is ready") }
end
if ready.status == "False" then
  return { status = "Degraded", message = explain(ready, "It is not ready") }
end
return { status = "Progressing", message = explain(ready, "Waiting for the object") }
