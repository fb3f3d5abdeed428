-- A machine of a cluster: its phase decides, and Ready says what it waits for or why it failed.

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

-- Ready, or Available since the contract v1beta2. What has severity Info is still going on.
local ready = condition("Ready")
if ready.type == nil then
  ready = condition("Available")
end

local phase = text(status.phase, "")
if phase == "Failed" then
  local message = text(status.failureMessage, explain(ready, "Machine has failed"))
  return { status = "Degraded", message = message }
end
if is_stale(status.observedGeneration) or phase == "" then
  return { status = "Progressing", message = "Waiting for machines" }
end
if ready.status == "False" and ready.severity == "Error" then
  return { status = "Degraded", message = explain(ready, "Machine has failed") }
end
if phase ~= "Running" then
  return { status = "Progressing", message = explain(ready, "Machine is " .. phase) }
end
if ready.status == "False" and ready.severity ~= "Info" then
  return { status = "Degraded", message = explain(ready, "Machine is not ready") }
end
if ready.status == "False" or ready.status == "Unknown" then
  return { status = "Progressing", message = explain(ready, "Machine is not ready yet") }
end
return { status = "Healthy", message = "Machine is running" }
