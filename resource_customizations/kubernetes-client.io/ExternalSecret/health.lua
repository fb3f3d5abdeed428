-- The external secret of the former Kubernetes External Secrets tells SUCCESS or "ERROR, why".

local waiting = { status = "Progressing", message = "Waiting for ExternalSecret." }

if obj.status == nil or obj.status.status == nil then
  return waiting
end

local generation = obj.metadata.generation
local observed = obj.status.observedGeneration
if generation ~= nil and observed ~= nil and observed < generation then
  return waiting
end

local outcome = obj.status.status
if outcome == "SUCCESS" then
  return { status = "Healthy", message = "Fetched ExternalSecret." }
end
if string.sub(outcome, 1, 7) == "ERROR, " then
  return { status = "Degraded", message = string.sub(outcome, 8) }
end
if string.sub(outcome, 1, 5) == "ERROR" then
  return { status = "Degraded", message = outcome }
end
return waiting
