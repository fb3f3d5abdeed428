-- vitals:profiles combined
-- What collects network flows. Ready decides and counts; the condition of a component that is
-- True says why.

-- Reasons that pass by themselves.
local waiting = { Pending = true, FlowCollectorLegacyNotReady = true }

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
if is_stale(status.observedGeneration) or ready.status == nil then
  return { status = "Progressing", message = "Waiting for FlowCollector" }
end
local degraded = ready.reason == "Ready,Degraded"
if ready.status == "True" and not degraded then
  return { status = "Healthy", message = text(ready.message, "FlowCollector is ready") }
end

-- A component waits for something if its condition is True. Warnings about the configuration are
-- conditions too, and so is Kafka that is ready.
local failed = degraded or ready.status == "False" and not waiting[text(ready.reason, "")]
local otherwise = failed and "FlowCollector is not ready" or "Waiting for FlowCollector"
local message = explain(ready, otherwise)
for _, candidate in ipairs(map(status.conditions)) do
  local found = map(candidate)
  local blames = found.status == "True" and found.type ~= "Ready" and found.reason ~= "Warnings"
  if blames and text(found.message, "") ~= "" and not is_stale(found.observedGeneration) then
    message = found.message
    break
  end
end
return { status = failed and "Degraded" or "Progressing", message = message }
