-- vitals:profiles combined
-- Settings of CRI-O. Its conditions are a history: the last one of Success and Failure decides.
-- The operator gives a Failure the status False.

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

local last = {}
for _, candidate in ipairs(map(status.conditions)) do
  local entry = map(candidate)
  local counts = entry.type == "Success" or entry.type == "Failure"
  if counts and not is_stale(entry.observedGeneration) then
    last = entry
  end
end
if is_stale(status.observedGeneration) then
  return { status = "Progressing", message = "Waiting for ContainerRuntimeConfig" }
end
if last.type == "Failure" or last.status == "False" then
  return { status = "Degraded", message = explain(last, "ContainerRuntimeConfig is not applied") }
end
if last.status == "True" then
  return { status = "Healthy", message = text(last.message, "ContainerRuntimeConfig is applied") }
end
return { status = "Progressing", message = explain(last, "Waiting for ContainerRuntimeConfig") }
