-- vitals:profiles combined
-- Every experiment of Chaos Mesh. What is wanted, and whether every target has it, decides.
-- A workflow runs until it is accomplished; a schedule counts as good when it is there.

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
  local accomplished = condition("Accomplished")
  if accomplished.status == "True" then
    return { status = "Healthy", message = "The workflow is accomplished" }
  end
  if accomplished.status == "False" then
    return { status = "Progressing", message = text(accomplished.reason, "The workflow runs") }
  end
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

-- What failed last at a target that is not there yet.
local target = phase == "Stop" and "Not Injected" or "Injected"
for _, entry in ipairs(map(map(status.experiment).containerRecords)) do
  local record = map(entry)
  local events = map(record.events)
  local last = map(events[#events])
  if record.phase ~= target and last.type == "Failed" then
    return { status = "Progressing", message = text(last.message, "A target failed") }
  end
end
return { status = "Progressing", message = text(found.reason, "Waiting for " .. name) }
