-- vitals:profiles combined
-- What VolSync copies. Synchronizing decides, and the result of the last mover.

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

if map(obj.spec).paused == true then
  return { status = "Suspended", message = "Replication is paused" }
end
local synchronizing = condition("Synchronizing")
if is_stale(status.observedGeneration) then
  return { status = "Progressing", message = "Waiting for the first synchronization" }
end
if synchronizing.reason == "Error" then
  return {
    status = "Degraded",
    message = text(synchronizing.message, "The last synchronization has failed"),
  }
end
local mover = map(status.latestMoverStatus)
if mover.result == "Failed" then
  return {
    status = "Degraded",
    message = "The last mover has failed: " .. text(mover.logs, "no logs"),
  }
end
if synchronizing.status == "True" then
  return { status = "Progressing", message = explain(synchronizing, "Synchronizing") }
end
if text(status.lastSyncTime, "") ~= "" then
  return { status = "Healthy", message = "Last synchronized at " .. status.lastSyncTime }
end
return { status = "Progressing", message = "Waiting for the first synchronization" }
