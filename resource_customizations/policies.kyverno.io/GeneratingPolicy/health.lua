-- A policy of Kyverno that generates objects. conditionStatus.ready says whether it is in
-- force, its conditions why not.

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

-- What a condition says: its message, or else its reason.
local function explain(of, otherwise)
  return text(of.message, text(of.reason, otherwise))
end

local state = map(status.conditionStatus)
if is_stale(status.observedGeneration) then
  return { status = "Progressing", message = "Waiting for GeneratingPolicy to be ready" }
end
if state.ready == true then
  return { status = "Healthy", message = text(state.message, "GeneratingPolicy is ready") }
end
for _, element in ipairs(map(state.conditions)) do
  local found = map(element)
  if found.status == "False" and not is_stale(found.observedGeneration) then
    return { status = "Degraded", message = explain(found, "GeneratingPolicy is not ready") }
  end
end
return {
  status = "Progressing",
  message = text(state.message, "Waiting for GeneratingPolicy to be ready"),
}
