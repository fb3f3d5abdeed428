-- An installation of Istio. Its status sums up the components.

local states = { ACTION_REQUIRED = "Degraded", ERROR = "Degraded", HEALTHY = "Healthy" }

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

local state = text(status.status, "")
if is_stale(status.observedGeneration) or state == "" then
  return { status = "Progressing", message = "Waiting for IstioOperator" }
end

local unhealthy = 0
for _, component in pairs(map(status.componentStatus)) do
  if map(component).status ~= "HEALTHY" then
    unhealthy = unhealthy + 1
  end
end
local message = "Istio is " .. state .. ", " .. tostring(unhealthy) .. " component(s) not healthy"
return { status = states[state] or "Progressing", message = text(status.message, message) }
