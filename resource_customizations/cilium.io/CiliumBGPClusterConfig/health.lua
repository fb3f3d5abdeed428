-- uses: map, is_stale, condition, explain
-- vitals:profiles combined
-- Peers of Cilium in BGP. Its conditions say what is missing; without any it is in force.

local status = map(obj.status)

if is_stale(obj, status.observedGeneration) then
  return { status = "Progressing", message = "Waiting for CiliumBGPClusterConfig" }
end
for _, name in ipairs({
  "cilium.io/ConflictingClusterConfigs", "cilium.io/MissingPeerConfigs", "cilium.io/NoMatchingNode",
}) do
  local found = condition(obj, name)
  if found.status == "True" then
    return { status = "Degraded", message = explain(found, name) }
  end
end
if condition(obj, "cilium.io/NoMatchingNode").status ~= "False" then
  return { status = "Progressing", message = "Waiting for CiliumBGPClusterConfig" }
end
return { status = "Healthy", message = "CiliumBGPClusterConfig has no error" }
