-- uses: map, text, is_stale, waits
-- An installation of Istio. Its status sums up the components.

local states = { ACTION_REQUIRED = "Degraded", ERROR = "Degraded", HEALTHY = "Healthy" }

local status = map(obj.status)

local state = text(status.status, "")
if is_stale(obj, status.observedGeneration) or state == "" then
  return waits("Waiting for IstioOperator", state)
end

local unhealthy = 0
for _, component in pairs(map(status.componentStatus)) do
  if map(component).status ~= "HEALTHY" then
    unhealthy = unhealthy + 1
  end
end
local message = "Istio is " .. state .. ", " .. tostring(unhealthy) .. " component(s) not healthy"
return { status = states[state] or "Progressing", message = text(status.message, message) }
