-- uses: map, text, is_stale, condition, explain, waits
-- A canary of Flagger: its phase decides, and Promoted says how far it is.

local spec = map(obj.spec)
local status = map(obj.status)

local health = {
  Initialized = "Healthy", Succeeded = "Healthy", Failed = "Degraded",
}

local phase = text(status.phase, "")
if spec.suspend == true then
  return { status = "Suspended", message = "Canary is suspended" }
end
if is_stale(obj, status.observedGeneration) or phase == "" then
  return waits("Waiting for Canary", phase)
end

local message = phase
local weight = tonumber(status.canaryWeight) or 0
if weight > 0 then
  message = message .. " with a weight of " .. weight .. " %"
end
local promoted = explain(condition(obj, "Promoted"), "")
if promoted ~= "" and promoted ~= phase then
  message = message .. ": " .. promoted
end
return { status = health[phase] or "Progressing", message = message }
