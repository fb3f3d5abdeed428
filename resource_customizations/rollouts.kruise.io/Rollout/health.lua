-- A rollout of OpenKruise. Its phase decides; a step can wait for somebody.

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
if is_stale(status.observedGeneration) or phase == "" then
  return { status = "Progressing", message = "Waiting for Rollout" }
end

if phase == "Healthy" then
  return { status = "Healthy", message = text(status.message, "Rollout is Healthy") }
end
if phase == "Disabled" or phase == "Terminating" then
  return { status = "Degraded", message = "Rollout is " .. phase }
end
if map(obj.spec).paused == true then
  return { status = "Suspended", message = "Rollout is paused" }
end
local strategy = map(status.canaryStatus or status.blueGreenStatus)
if strategy.currentStepState == "StepPaused" then
  return { status = "Suspended", message = text(status.message, "A step waits for approval") }
end
return { status = "Progressing", message = text(status.message, "Rollout is " .. phase) }
