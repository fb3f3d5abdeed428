-- vitals:profiles combined
-- Images that are imported on a schedule. UpToDate decides.

-- Reasons that pass by themselves.
local waiting = {
  ImportScheduled = true, ImportProgressing = true, NoImport = true, Outdated = true, NoDigest =
  true,
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

local upToDate = condition("UpToDate")
if is_stale(status.observedGeneration) or upToDate.status == nil then
  return { status = "Progressing", message = "Waiting for DataImportCron" }
end
if upToDate.status == "True" then
  return { status = "Healthy", message = text(upToDate.message, "DataImportCron is up to date") }
end
if upToDate.status == "False" and not waiting[text(upToDate.reason, "")] then
  return { status = "Degraded", message = explain(upToDate, "DataImportCron is not up to date") }
end
return { status = "Progressing", message = explain(upToDate, "Waiting for DataImportCron") }
