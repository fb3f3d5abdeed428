-- vitals:profiles combined
-- Every kind of monitoring.googleapis.com: what Managed Service for Prometheus collects and
-- evaluates. ConfigurationCreateSuccess decides. OperatorConfig has no status.

-- Kinds that have no status.
local without = { OperatorConfig = true }

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

if without[text(obj.kind, "")] then
  return { status = "Healthy", message = obj.kind .. " has no status" }
end
local created = condition("ConfigurationCreateSuccess")
if is_stale(status.observedGeneration) or created.status == nil then
  return { status = "Progressing", message = "Waiting for the object" }
end
if created.status == "True" then
  return { status = "Healthy", message = text(created.message, "It is in the configuration") }
end
if created.status == "False" then
  return { status = "Degraded", message = explain(created, "It is not in the configuration") }
end
return { status = "Progressing", message = explain(created, "Waiting for the object") }
