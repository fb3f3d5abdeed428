-- vitals:profiles combined
-- A PodMonitor of the Prometheus Operator. Each workload that selects it says in a binding
-- whether it accepts it; older releases write no status.

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

-- What a condition says: its message, or else its reason.
local function explain(of, otherwise)
  return text(of.message, text(of.reason, otherwise))
end

if is_stale(status.observedGeneration) then
  return { status = "Progressing", message = "Waiting for PodMonitor" }
end

local bindings = 0
for _, binding in ipairs(map(status.bindings)) do
  for _, found in ipairs(map(map(binding).conditions)) do
    local current = map(found).type == "Accepted" and not is_stale(found.observedGeneration)
    if current and found.status == "False" then
      local by = text(binding.namespace, "") .. "/" .. text(binding.name, "")
      local cause = explain(found, "no reason given")
      return { status = "Degraded", message = by .. " does not accept it: " .. cause }
    end
    if current and found.status == "True" then
      bindings = bindings + 1
    end
  end
end
if bindings > 0 then
  return { status = "Healthy", message = "Accepted by " .. bindings }
end
return { status = "Healthy", message = "The monitor is not reported to be in use" }
