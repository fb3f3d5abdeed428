-- vitals:profiles combined
-- The nodes of a hosted cluster. Ready decides, after what only another spec can mend;
-- AllMachinesReady says what is missing.

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

local ready = condition("Ready")
if is_stale(status.observedGeneration) or #map(status.conditions) == 0 then
  return { status = "Progressing", message = "Waiting for NodePool" }
end
local active = condition("ReconciliationActive")
if active.status == "False" then
  return { status = "Suspended", message = explain(active, "NodePool is paused") }
end
for _, name in ipairs({
  "ValidReleaseImage", "ValidPlatformImage", "ValidMachineConfig", "ValidTuningConfig",
  "ValidMachineTemplate", "UpdateManagementEnabled",
}) do
  local found = condition(name)
  if found.status == "False" then
    return { status = "Degraded", message = explain(found, name .. " is False") }
  end
end
if ready.status == "True" then
  return { status = "Healthy", message = text(ready.message, "NodePool is ready") }
end
local machines = condition("AllMachinesReady")
if machines.status == "False" then
  return { status = "Progressing", message = explain(machines, "Waiting for machines") }
end
return { status = "Progressing", message = explain(ready, "Waiting for NodePool") }
