-- vitals:profiles combined
-- A scale set of runners of GitHub Actions. Its phase decides; older releases write none.

local states = { Running = "Healthy", Pending = "Progressing", Outdated = "Degraded" }

local function map(value)
  return type(value) == "table" and value or {}
end

local function text(value, otherwise)
  if type(value) == "string" and value ~= "" then
    return value
  end
  return otherwise
end

local status = map(obj.status)
local generation = tonumber(map(obj.metadata).generation)

-- Whether what was observed is older than the object.
local function is_stale(observed)
  return generation ~= nil and (tonumber(observed) or generation) < generation
end

local phase = text(status.phase, "")
if is_stale(status.observedGeneration) then
  return { status = "Progressing", message = "Waiting for AutoscalingRunnerSet" }
end
if phase == "" then
  return { status = "Healthy", message = "AutoscalingRunnerSet reports no phase" }
end
return { status = states[phase] or "Progressing", message = "AutoscalingRunnerSet is " .. phase }
