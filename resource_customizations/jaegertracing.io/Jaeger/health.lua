-- A Jaeger of the Jaeger Operator. Its phase decides.

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

local phase = text(status.phase, "")
if is_stale(status.observedGeneration) or phase == "" then
  return { status = "Progressing", message = "Waiting for Jaeger" }
end
if phase == "Running" then
  return { status = "Healthy", message = "Jaeger is Running" }
end
if phase == "Failed" then
  return { status = "Degraded", message = "Jaeger has Failed" }
end
return { status = "Progressing", message = "Jaeger is " .. phase }
