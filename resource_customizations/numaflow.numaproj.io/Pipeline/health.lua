-- uses: map, text, is_stale, explain, waits
-- A pipeline of Numaflow. Its phase decides; while it runs, so do its conditions, and a failed
-- upgrade of Numaplane.

local status = map(obj.status)

-- The first condition that is False, or else the last that is not True, or an empty one.
local function worst()
  local found = {}
  for _, candidate in ipairs(map(status.conditions)) do
    local item = map(candidate)
    local current = not is_stale(obj, item.observedGeneration)
    if current and item.status == "False" then
      return item
    end
    if current and item.status ~= "True" then
      found = item
    end
  end
  return found
end

local phase = text(status.phase, "")
if is_stale(obj, status.observedGeneration) or phase == "" then
  return waits("Waiting for Pipeline", phase)
end

local labels = map(map(obj.metadata).labels)
if labels["numaplane.numaproj.io/progressive-result-state"] == "failed" then
  return { status = "Degraded", message = "Failed progressive upgrade" }
end

local message = text(status.message, "Pipeline is " .. phase)
if phase == "Failed" then
  return { status = "Degraded", message = message }
end
if phase == "Paused" then
  return { status = "Healthy", message = "Pipeline is paused" }
end
if phase ~= "Running" then
  return { status = "Progressing", message = message }
end

local unhealthy = worst()
local cause = text(unhealthy.type, "condition") .. ": " .. explain(unhealthy, "no reason given")
if unhealthy.status == "False" then
  return { status = "Degraded", message = cause }
end
if unhealthy.status ~= nil then
  return { status = "Progressing", message = cause }
end
return { status = "Healthy", message = "Pipeline is healthy" }
