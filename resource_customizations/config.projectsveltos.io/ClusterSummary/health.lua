-- vitals:profiles combined
-- What Sveltos deploys to one cluster. The status of each feature decides.

-- Statuses of a feature.
local failed = { Failed = true, FailedNonRetriable = true }
local settled = { Provisioned = true, Removed = true }

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

if is_stale(status.observedGeneration) or map(status.featureSummaries)[1] == nil then
  return { status = "Progressing", message = "Waiting for ClusterSummary" }
end
local pending
for _, entry in ipairs(map(status.featureSummaries)) do
  local feature = map(entry)
  local state = text(feature.status, "Provisioning")
  local name = text(feature.featureID, "A feature")
  local message = name .. " is " .. state
  local cause = text(feature.failureMessage, "")
  if cause ~= "" then
    message = message .. ": " .. cause
  end
  if failed[state] then
    return { status = "Degraded", message = message }
  end
  if not settled[state] then
    pending = pending or message
  end
end
if pending then
  return { status = "Progressing", message = pending }
end
return { status = "Healthy", message = "All features are provisioned" }
