-- vitals:profiles combined
-- Records that ExternalDNS creates. Accepted and Ready decide; older releases only write what
-- they have observed.

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

if is_stale(status.observedGeneration) or status.observedGeneration == nil then
  return { status = "Progressing", message = "Waiting for ExternalDNS" }
end
local accepted = condition("Accepted")
local ready = condition("Ready")
if accepted.status == "False" then
  return { status = "Degraded", message = explain(accepted, "ExternalDNS refused a record") }
end
if ready.status == "False" then
  return { status = "Degraded", message = explain(ready, "The records are not published") }
end
if ready.reason == "DryRun" then
  return { status = "Suspended", message = explain(ready) }
end
if ready.status == "True" then
  return { status = "Healthy", message = text(ready.message, "The records are published") }
end
if accepted.status == nil then
  return { status = "Healthy", message = "ExternalDNS has read the records" }
end
return { status = "Progressing", message = explain(ready, "Waiting for the DNS provider") }
