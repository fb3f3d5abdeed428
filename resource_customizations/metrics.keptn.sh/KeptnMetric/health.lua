-- A metric of Keptn. It has a value, or an error.

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

if is_stale(status.observedGeneration) then
  return { status = "Progressing", message = "Waiting for KeptnMetric" }
end
local failure = text(status.errMsg, "")
if failure ~= "" then
  return { status = "Degraded", message = "KeptnMetric is degraded: " .. failure }
end
if status.value == nil or status.value == "" then
  return { status = "Progressing", message = "KeptnMetric has no value yet" }
end
return { status = "Healthy", message = "KeptnMetric is healthy" }
