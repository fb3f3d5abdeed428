-- vitals:profiles combined
-- What tunes the nodes of ScyllaDB. Available, Progressing and Degraded decide; older operators
-- write Reconciled alone.

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

local degraded = condition("Degraded")
local progressing = condition("Progressing")
local available = condition("Available")
if is_stale(status.observedGeneration) then
  return { status = "Progressing", message = "Waiting for NodeConfig" }
end
if degraded.status == "True" then
  return { status = "Degraded", message = explain(degraded, "NodeConfig is degraded") }
end
if progressing.status == "True" then
  return { status = "Progressing", message = explain(progressing, "NodeConfig is progressing") }
end
if available.status == "True" then
  return { status = "Healthy", message = text(available.message, "NodeConfig is available") }
end
if available.status == nil and condition("Reconciled").status == "True" then
  return { status = "Healthy", message = explain(condition("Reconciled"), "NodeConfig is available") }
end
if available.status == "False" then
  return { status = "Progressing", message = explain(available, "NodeConfig is not available") }
end
return { status = "Progressing", message = explain(available, "Waiting for NodeConfig") }
