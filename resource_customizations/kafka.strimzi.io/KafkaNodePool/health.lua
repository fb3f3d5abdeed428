-- vitals:profiles combined
-- Nodes of a Kafka cluster of Strimzi. Ready is mostly on the Kafka; a pool that was observed and
-- reports nothing against itself is healthy.

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

-- The first condition that reports a failure, or nil.
local function failure()
  local failed, ready = condition("NotReady"), condition("Ready")
  if failed.status == "True" then
    return failed
  end
  return ready.status == "False" and ready or nil
end

if is_stale(status.observedGeneration) then
  return { status = "Progressing", message = "Waiting for KafkaNodePool" }
end
local failed = failure()
if failed then
  return { status = "Degraded", message = explain(failed, "The node pool is not ready") }
end
if status.observedGeneration == nil then
  return { status = "Progressing", message = "Waiting for KafkaNodePool" }
end
return { status = "Healthy", message = "The node pool has no error" }
