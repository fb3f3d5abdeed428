-- uses: map, text, is_stale
-- vitals:profiles combined
-- What Sveltos deploys to one cluster. The status of each feature decides.

-- Statuses of a feature.
local failed = { Failed = true, FailedNonRetriable = true }
local settled = { Provisioned = true, Removed = true }

local status = map(obj.status)

if is_stale(obj, status.observedGeneration) or map(status.featureSummaries)[1] == nil then
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
