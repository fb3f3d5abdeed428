-- vitals:profiles combined
-- What collects the flows of Calico. Ready, Progressing and Degraded decide.

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

local degraded = condition("Degraded")
local progressing = condition("Progressing")
local ready = condition("Ready")
if is_stale(status.observedGeneration) then
  return { status = "Progressing", message = "Waiting for Goldmane" }
end
-- The operator calls it degraded too while it waits for another object.
local waits = degraded.reason == "ResourceNotReady"
if degraded.status == "True" then
  return {
    status = waits and "Progressing" or "Degraded",
    message = explain(degraded, "Goldmane is degraded"),
  }
end
if progressing.status == "True" then
  return { status = "Progressing", message = explain(progressing, "Goldmane is progressing") }
end
if ready.status == "True" then
  return { status = "Healthy", message = text(ready.message, "Goldmane is available") }
end
if ready.status == "False" then
  return { status = "Progressing", message = explain(ready, "Goldmane is not available") }
end
return { status = "Progressing", message = explain(ready, "Waiting for Goldmane") }
