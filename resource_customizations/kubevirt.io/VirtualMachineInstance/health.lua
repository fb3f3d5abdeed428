-- A running virtual machine of KubeVirt. Paused, Ready and the phase decide.

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

local phase = text(status.phase, "")
if is_stale(status.observedGeneration) or phase == "" then
  return { status = "Progressing", message = "No status available" }
end
local paused = condition("Paused")
if paused.status == "True" then
  return { status = "Suspended", message = explain(paused, "Paused") }
end
if phase == "Succeeded" then
  return { status = "Suspended", message = phase }
end
local ready = condition("Ready")
if phase == "Failed" or phase == "Unknown" then
  return { status = "Degraded", message = phase .. ": " .. explain(ready, "no reason given") }
end
if phase == "Running" and ready.status == "True" then
  return { status = "Healthy", message = phase }
end
return { status = "Progressing", message = phase .. ": " .. explain(ready, "not ready yet") }
