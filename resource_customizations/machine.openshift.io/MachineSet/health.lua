-- uses: map, text, is_stale
-- vitals:profiles combined
-- Machines of OpenShift that are all alike. Their counts decide; errorMessage says what failed.

local status = map(obj.status)

local function count(value)
  return tonumber(value) or 0
end

local wanted = tonumber(map(obj.spec).replicas) or 1
local available = count(status.availableReplicas)
if is_stale(obj, status.observedGeneration) then
  return { status = "Progressing", message = "Waiting for MachineSet" }
end
local failure = text(status.errorMessage, text(status.errorReason, ""))
if failure ~= "" then
  return { status = "Degraded", message = failure }
end
local message = available .. " of " .. wanted .. " machines are available"
if available < wanted or count(status.replicas) ~= wanted then
  return { status = "Progressing", message = message }
end
return { status = "Healthy", message = message }
