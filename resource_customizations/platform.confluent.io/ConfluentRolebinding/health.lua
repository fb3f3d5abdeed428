-- vitals:profiles combined
-- A role binding of Confluent for Kubernetes. appState decides.

local states = {
  Created = "Healthy", Unknown = "Progressing", Deleted = "Progressing", Failed = "Degraded",
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

local appState = text(status.appState, "")
if is_stale(status.observedGeneration) or appState == "" then
  return { status = "Progressing", message = "Waiting for ConfluentRolebinding" }
end
return { status = states[appState] or "Progressing", message = "ConfluentRolebinding is " .. appState }
