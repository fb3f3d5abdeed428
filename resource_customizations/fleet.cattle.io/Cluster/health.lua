-- vitals:profiles combined
-- A cluster that Fleet deploys to. Ready decides; display.state says whether something failed
-- or is on its way.

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

-- What a condition says: its message, or else its reason.
local function explain(of, otherwise)
  return text(of.message, text(of.reason, otherwise))
end

if map(obj.spec).paused == true then
  return { status = "Suspended", message = "Cluster is paused" }
end
local ready = condition("Ready")
local stalled = condition("Stalled")
if is_stale(status.observedGeneration) then
  return { status = "Progressing", message = "Waiting for Cluster" }
end
if stalled.status == "True" then
  return { status = "Degraded", message = explain(stalled, "Cluster is stalled") }
end
if ready.status == "True" then
  return { status = "Healthy", message = "Cluster is ready" }
end
if map(status.display).state == "ErrApplied" then
  return { status = "Degraded", message = explain(ready, "A bundle could not be applied") }
end
return { status = "Progressing", message = explain(ready, "Waiting for Cluster") }
