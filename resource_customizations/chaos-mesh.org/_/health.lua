-- vitals:profiles combined
-- Every experiment of Chaos Mesh. What is wanted, and whether every target has it, decides.
-- Schedules and workflows count as good when they are there.

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

-- The condition of a type, or an empty one.
local function condition(name)
  for _, candidate in ipairs(map(status.conditions)) do
    if map(candidate).type == name and not is_stale(candidate.observedGeneration) then
      return candidate
    end
  end
  return {}
end

local paused = condition("Paused")
local selected = condition("Selected")
if is_stale(status.observedGeneration) then
  return { status = "Progressing", message = "Waiting for the experiment" }
end
if paused.status == "True" then
  return { status = "Suspended", message = "The experiment is paused" }
end
if selected.status == "False" then
  return { status = "Degraded", message = text(selected.reason, "No target was selected") }
end

local phase = text(map(status.experiment).desiredPhase, "")
if phase == "" then
  return { status = "Healthy", message = "No experiment runs" }
end
local name = phase == "Stop" and "AllRecovered" or "AllInjected"
local found = condition(name)
if found.status == "True" then
  return {
    status = "Healthy",
    message = phase == "Stop" and "All targets are recovered" or "All targets are injected",
  }
end
return { status = "Progressing", message = text(found.reason, "Waiting for " .. name) }
