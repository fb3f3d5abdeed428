-- A cluster is healthy once it is provisioned and nothing says that it is not ready. A condition
-- of severity Info tells of work that goes on.

local waiting = { status = "Progressing", message = "Waiting for clusters" }

-- The condition that sums up the others: Ready, and Available since the contract v1beta2.
local function summary()
  for _, condition in ipairs(obj.status.conditions or {}) do
    if condition.type == "Ready" or condition.type == "Available" then
      return condition
    end
  end
  return {}
end

if obj.spec ~= nil and obj.spec.paused then
  return { status = "Suspended", message = "Cluster is paused" }
end
if obj.status == nil then
  return waiting
end

local generation = obj.metadata.generation
local observed = obj.status.observedGeneration
if generation ~= nil and observed ~= nil and observed < generation then
  return waiting
end

local phase = obj.status.phase
local condition = summary()
if phase == "Failed" then
  return { status = "Degraded", message = condition.message or "Cluster has failed" }
end
if condition.status == "False" and condition.severity == "Error" then
  return { status = "Degraded", message = condition.message }
end
if phase ~= "Provisioned" then
  return waiting
end
if condition.status == "False" and condition.severity ~= "Info" then
  return { status = "Degraded", message = condition.message }
end
if condition.status == "False" or condition.status == "Unknown" then
  return { status = "Progressing", message = condition.message }
end
return { status = "Healthy", message = "Cluster is running" }
