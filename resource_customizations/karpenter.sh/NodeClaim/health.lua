-- uses: map, text, is_stale, condition, explain, waits
-- A node on its way: launched, registered, initialized, ready. Disrupting says that Karpenter is
-- about to replace it.

local status = map(obj.status)

local disrupting = condition(obj, "Disrupting")
if disrupting.status == "True" then
  return { status = "Suspended", message = explain(disrupting, "NodeClaim is being disrupted") }
end
if is_stale(obj, status.observedGeneration) then
  return waits("Waiting for NodeClaim to be observed", explain(disrupting, ""))
end

for _, name in ipairs({ "Launched", "Ready" }) do
  local failed = condition(obj, name)
  if failed.status == "False" then
    return { status = "Degraded", message = explain(failed, "NodeClaim is not " .. name) }
  end
end
if condition(obj, "Launched").status ~= "True" then
  return { status = "Progressing", message = "Waiting for NodeClaim to be launched" }
end
if condition(obj, "Registered").status ~= "True" then
  return { status = "Progressing", message = "Node launched, waiting for registration" }
end
if condition(obj, "Initialized").status ~= "True" then
  return { status = "Progressing", message = "Node registered, waiting for initialization" }
end
if condition(obj, "Ready").status ~= "True" then
  return { status = "Progressing", message = "Node initialized, waiting for it to be ready" }
end
return { status = "Healthy", message = "NodeClaim is ready" }
