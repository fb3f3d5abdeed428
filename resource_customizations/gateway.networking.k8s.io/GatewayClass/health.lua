-- uses: map, is_stale, condition, explain
-- A class of gateways: Accepted reports whether its controller takes it.

local status = map(obj.status)

-- Reasons to wait although Accepted is False.
local patience = { Pending = true, Waiting = true }

local waiting = "Waiting for GatewayClass status"
local accepted = condition(obj, "Accepted")
if is_stale(obj, status.observedGeneration) then
  return { status = "Progressing", message = waiting }
end
if accepted.status == "True" then
  return { status = "Healthy", message = explain(accepted, "GatewayClass is accepted") }
end
if accepted.status == "False" and not patience[accepted.reason] then
  return { status = "Degraded", message = explain(accepted, "GatewayClass is not accepted") }
end
return { status = "Progressing", message = explain(accepted, waiting) }
