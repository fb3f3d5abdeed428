-- A function of OpenFaaS. Stalled, Ready and Healthy decide; a function without replicas is scaled
-- to zero.

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

local ready = condition("Ready")
if is_stale(status.observedGeneration) or next(status) == nil then
  return { status = "Progressing", message = "Waiting for Function" }
end
local stalled = condition("Stalled")
if stalled.status == "True" then
  return { status = "Degraded", message = explain(stalled, "Function is stalled") }
end
if ready.status ~= "True" then
  return { status = "Progressing", message = explain(ready, "Waiting for Function") }
end

local healthy = condition("Healthy")
if healthy.status == "True" then
  return { status = "Healthy", message = explain(ready, "Function is ready") }
end
if (tonumber(status.replicas) or 0) == 0 then
  return { status = "Suspended", message = "No replicas available" }
end
return { status = "Progressing", message = explain(healthy, "Waiting for a replica") }
