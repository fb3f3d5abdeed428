-- vitals:profiles combined
-- A backup target of Longhorn. status.available decides; Unavailable says why not. Without an
-- address there is none to reach.

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

local unavailable = condition("Unavailable")
if text(map(obj.spec).backupTargetURL, "") == "" then
  return { status = "Healthy", message = "No backup target is set" }
end
if is_stale(status.observedGeneration) then
  return { status = "Progressing", message = "Waiting for BackupTarget" }
end
if status.available == true then
  return { status = "Healthy", message = "BackupTarget is available" }
end
if unavailable.status == "True" then
  return { status = "Degraded", message = explain(unavailable, "BackupTarget is not available") }
end
return { status = "Progressing", message = "Waiting for BackupTarget" }
