-- uses: map, text, is_stale, waits
-- vitals:profiles combined
-- A StarRocks cluster. Its phase decides; its reason, or that of a component that failed, says why.

local states = {
  running = "Healthy", reconciling = "Progressing", deleting = "Progressing", failed =
  "Degraded",
}

local status = map(obj.status)

local phase = text(status.phase, "")
if is_stale(obj, status.observedGeneration) or phase == "" then
  return waits("Waiting for StarRocksCluster", phase)
end

local message = "StarRocksCluster is " .. phase
local cause = text(status.reason, "")
for _, name in ipairs({ "Fe", "Be", "Cn", "FeProxy" }) do
  local part = map(status["starRocks" .. name .. "Status"])
  if cause == "" and part.phase == "failed" then
    cause = name .. ": " .. text(part.reason, "failed")
  end
end
if cause ~= "" then
  message = message .. ": " .. cause
end
return { status = states[phase] or "Progressing", message = message }
