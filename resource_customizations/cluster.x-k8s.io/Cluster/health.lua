-- A cluster is healthy once it is provisioned and nothing says that it is not ready. A condition
-- of severity Info reports work that goes on.

local function map(value)
  return type(value) == "table" and value or {}
end

local function text(value, otherwise)
  if type(value) == "string" and value ~= "" then
    return value
  end
  return otherwise
end

local spec = map(obj.spec)
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

-- The condition that sums up the others: Ready, and Available since the contract v1beta2.
local summary = condition("Ready")
if summary.type == nil then
  summary = condition("Available")
end

local phase = status.phase
if spec.paused == true then
  return { status = "Suspended", message = "Cluster is paused" }
end
if is_stale(status.observedGeneration) then
  return { status = "Progressing", message = "Waiting for clusters" }
end
if phase == "Failed" then
  return { status = "Degraded", message = explain(summary, "Cluster has failed") }
end
if summary.status == "False" and summary.severity == "Error" then
  return { status = "Degraded", message = explain(summary, "Cluster is not ready") }
end
if phase ~= "Provisioned" then
  return { status = "Progressing", message = explain(summary, "Waiting for clusters") }
end
if summary.status == "False" and summary.severity ~= "Info" then
  return { status = "Degraded", message = explain(summary, "Cluster is not ready") }
end
if summary.status == "False" or summary.status == "Unknown" then
  return { status = "Progressing", message = explain(summary, "Cluster is not ready yet") }
end
return { status = "Healthy", message = "Cluster is running" }
