-- vitals:profiles combined
-- A catalog of operators of OLM. The state of its connection decides.

local states = { READY = "Healthy", SHUTDOWN = "Degraded", TRANSIENT_FAILURE = "Degraded" }

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

local state = text(map(status.connectionState).lastObservedState, "")
if is_stale(status.observedGeneration) or (state == "" and text(status.reason, "") == "") then
  return { status = "Progressing", message = "Waiting for CatalogSource" }
end
if state == "" and status.reason ~= "SpecInvalidError" then
  return { status = "Progressing", message = text(status.message, status.reason) }
end
if state == "" then
  return { status = "Degraded", message = text(status.message, status.reason) }
end
return { status = states[state] or "Progressing", message = "Connection is " .. state }
