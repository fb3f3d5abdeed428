-- vitals:profiles combined
-- A hub of Advanced Cluster Management. Its phase decides; what failed or blocks an update, or
-- else Progressing, says why.

local states = {
  Running = "Healthy", Pending = "Progressing", Installing = "Progressing", Updating =
  "Progressing", Uninstalling = "Progressing", Paused = "Suspended", UpdatingBlocked =
  "Degraded", Error = "Degraded",
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

local phase = text(status.phase, "")
if is_stale(status.observedGeneration) or phase == "" then
  return { status = "Progressing", message = "Waiting for MultiClusterHub" }
end

local message = "MultiClusterHub is " .. phase
local cause = explain(condition("Progressing"), "")
for _, name in ipairs({ "ComponentFailure", "Blocked" }) do
  local failed = condition(name)
  if failed.status == "True" then
    cause = explain(failed, name)
    break
  end
end
if cause ~= "" then
  message = message .. ": " .. cause
end
return { status = states[phase] or "Progressing", message = message }
