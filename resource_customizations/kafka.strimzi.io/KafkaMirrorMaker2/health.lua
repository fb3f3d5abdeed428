-- vitals:profiles combined
-- A MirrorMaker 2 of Strimzi. The conditions Ready and NotReady decide.

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

local paused = condition("ReconciliationPaused")
if paused.status == "True" then
  return { status = "Suspended", message = explain(paused, "Reconciliation is paused") }
end

-- A deletion raises the generation, but the operator does not observe it.
local deleting = map(obj.metadata).deletionTimestamp ~= nil
if is_stale(status.observedGeneration) and not deleting then
  return { status = "Progressing", message = "Waiting for KafkaMirrorMaker2" }
end

local failed = condition("NotReady")
if failed.status == "True" and failed.reason == "Creating" then
  return { status = "Progressing", message = explain(failed, "Waiting for KafkaMirrorMaker2") }
end
if failed.status == "True" then
  return { status = "Degraded", message = explain(failed, "KafkaMirrorMaker2 is not ready") }
end
local ready = condition("Ready")
if ready.status == "True" then
  return { status = "Healthy", message = explain(ready, "KafkaMirrorMaker2 is ready") }
end
return { status = "Progressing", message = "Waiting for KafkaMirrorMaker2" }
