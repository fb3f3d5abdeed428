-- vitals:profiles combined
-- A cluster that Sveltos manages. Its connection and ready decide.

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

if map(obj.spec).paused == true then
  return { status = "Suspended", message = "SveltosCluster is paused" }
end
if is_stale(status.observedGeneration) then
  return { status = "Progressing", message = "Waiting for SveltosCluster" }
end
local failure = text(status.failureMessage, "")
if status.connectionStatus == "Down" then
  return { status = "Degraded", message = text(failure, "The cluster cannot be reached") }
end
if status.ready == true then
  return { status = "Healthy", message = "SveltosCluster is ready" }
end
return { status = "Progressing", message = text(failure, "Waiting for SveltosCluster") }
