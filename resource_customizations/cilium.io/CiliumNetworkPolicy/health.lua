-- uses: map, text, is_stale, condition, explain, waits
-- vitals:profiles combined
-- A network policy of Cilium. Valid says whether its rules make sense; older releases write no
-- status, and such a policy counts as good.

local status = map(obj.status)

local valid = condition(obj, "Valid")
if is_stale(obj, status.observedGeneration) then
  return waits("Waiting for CiliumNetworkPolicy", explain(valid, ""))
end
if valid.status == "False" then
  return { status = "Degraded", message = explain(valid, "The policy is not valid") }
end
return { status = "Healthy", message = text(valid.message, "The policy has no error") }
