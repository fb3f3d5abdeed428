-- vitals:profiles combined
-- A chart that K3s or RKE2 installs. Failed ends it.

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

local jobCreated = condition("JobCreated")
if is_stale(status.observedGeneration) then
  return { status = "Progressing", message = "Waiting for HelmChart" }
end
for _, name in ipairs({ "Failed" }) do
  local found = condition(name)
  if found.status == "True" then
    return { status = "Degraded", message = explain(found, name) }
  end
end
if jobCreated.status == "True" then
  return {
    status = "Healthy",
    message = text(jobCreated.message, "The installation is under way or done"),
  }
end
-- Older releases write no conditions.
if jobCreated.status == nil and text(status.jobName, "") ~= "" then
  return { status = "Healthy", message = "The installation is the Job " .. status.jobName }
end
return { status = "Progressing", message = explain(jobCreated, "Waiting for HelmChart") }
