-- uses: map, text, is_stale, condition, explain, waits
-- vitals:profiles combined
-- A network policy of Antrea. Its phase decides; one that is not realizable needs help.

local states = {
  Realized = "Healthy", Pending = "Progressing", Realizing = "Progressing", Failed = "Degraded",
}

local status = map(obj.status)

local phase = text(status.phase, "")
if is_stale(obj, status.observedGeneration) or phase == "" then
  return waits("Waiting for ClusterNetworkPolicy", phase)
end

local realizable = condition(obj, "Realizable")
if realizable.status == "False" then
  return { status = "Degraded", message = explain(realizable, "It is not realizable") }
end

local message = "ClusterNetworkPolicy is " .. phase
local cause = explain(condition(obj, "RealizationFailure"), "")
if cause ~= "" then
  message = message .. ": " .. cause
end
return { status = states[phase] or "Progressing", message = message }
