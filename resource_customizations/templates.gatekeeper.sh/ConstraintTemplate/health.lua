-- vitals:profiles combined
-- A template of constraints of Gatekeeper. status.created says whether its kind is there; each
-- Pod of Gatekeeper reports its errors.

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

for _, element in ipairs(map(status.byPod)) do
  local pod = map(element)
  local first = map(map(pod.errors)[1])
  if text(first.message, "") ~= "" and not is_stale(pod.observedGeneration) then
    return { status = "Degraded", message = text(first.code, "error") .. ": " .. first.message }
  end
end
if status.created == true and not is_stale(status.observedGeneration) then
  return { status = "Healthy", message = "ConstraintTemplate is created" }
end
return { status = "Progressing", message = "Waiting for ConstraintTemplate" }
