-- uses: map, is_stale, condition, explain
-- A watch over machines: as many must be healthy as are expected.

local status = map(obj.status)

local allowed = condition(obj, "RemediationAllowed")
local expected = tonumber(status.expectedMachines)
if expected == nil or is_stale(obj, status.observedGeneration) then
  return { status = "Progressing", message = "Waiting for machines to be counted" }
end

local healthy = tonumber(status.currentHealthy) or 0
local count = healthy .. " of " .. expected .. " expected machines are healthy"
if healthy >= expected then
  return { status = "Healthy", message = count }
end
if allowed.status == "False" then
  count = count .. ": " .. explain(allowed, "remediation is not allowed")
end
return { status = "Degraded", message = count }
