-- uses: map, text, is_stale, condition, explain, waits
-- vitals:profiles combined
-- A network policy of Antrea. Its phase decides, and Realizable whether it can be realized at all.

local states = {
  Realized = "Healthy", Pending = "Progressing", Realizing = "Progressing", Failed = "Degraded",
}

local status = map(obj.status)

local phase = text(status.phase, "")
if is_stale(obj, status.observedGeneration) or phase == "" then
  return waits("Waiting for NetworkPolicy", phase)
end

local realizable = condition(obj, "Realizable")
if realizable.status == "False" then
  return { status = "Degraded", message = explain(realizable, "NetworkPolicy cannot be realized") }
end

local message = "NetworkPolicy is " .. phase
local cause = explain(condition(obj, "RealizationFailure"), "")
if cause ~= "" then
  message = message .. ": " .. cause
end
return { status = states[phase] or "Progressing", message = message }
