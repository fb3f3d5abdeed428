-- A policy on certificates of Open Cluster Management. Its compliance decides.

local function map(value)
  return type(value) == "table" and value or {}
end

local status = map(obj.status)
local generation = tonumber(map(obj.metadata).generation)

-- Whether what was observed is older than the object.
local function is_stale(observed)
  return generation ~= nil and (tonumber(observed) or generation) < generation
end

if is_stale(status.observedGeneration) or status.compliant == nil then
  return { status = "Progressing", message = "Waiting for the status to be reported" }
end
if status.compliant == "Compliant" then
  return { status = "Healthy", message = "All certificates found comply with the policy" }
end
if status.compliant == "NonCompliant" then
  return { status = "Degraded", message = "A certificate does not comply with the policy" }
end
return { status = "Progressing", message = "The compliance is not known yet" }
