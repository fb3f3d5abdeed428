-- vitals:profiles combined
-- Storage of Dell, by its operator. Its state decides.

local states = {
  Succeeded = "Healthy", Running = "Healthy", Creating = "Progressing", Updating = "Progressing",
  Failed = "Degraded", InvalidConfig = "Degraded",
}

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

local state = text(status.state, "")

if is_stale(status.observedGeneration) or state == "" then
  return { status = "Progressing", message = "Waiting for the storage module" }
end
return { status = states[state] or "Progressing", message = "The storage module is " .. state }
