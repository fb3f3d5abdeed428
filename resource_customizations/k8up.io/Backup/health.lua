-- vitals:profiles combined
-- A backup of K8up. Completed decides, and its reason says how it ended; PreBackupPodReady says
-- whether what runs before it has failed.

-- Reasons of PreBackupPodReady that do not mean failure.
local passing = { NoPreBackupPodsFound = true, Ready = true, Succeeded = true, Waiting = true }

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

local completed = condition("Completed")
local before = condition("PreBackupPodReady")
if before.status == "False" and not passing[text(before.reason, "")] then
  return {
    status = "Degraded",
    message = explain(before, "The pod before the backup is not ready"),
  }
end
if is_stale(status.observedGeneration) or completed.status == nil then
  return { status = "Progressing", message = "Waiting for Backup" }
end
if completed.status == "True" and text(completed.reason, "Succeeded") ~= "Succeeded" then
  return { status = "Degraded", message = explain(completed, "Backup has failed") }
end
if completed.status == "True" then
  return { status = "Healthy", message = text(completed.message, "Backup is completed") }
end
return { status = "Progressing", message = explain(completed, "Waiting for Backup") }
