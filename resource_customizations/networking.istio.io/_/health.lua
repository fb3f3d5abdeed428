-- vitals:profiles combined
-- Every kind of networking.istio.io. What Istio's analysis found decides. Status is optional
-- there: without one, an object counts as good.

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

local errors = { ERROR = true, Error = true }

-- What a message of the analysis says.
local function finding(message)
  local kind = map(message.type)
  local words = text(message.message, text(kind.name, text(message.documentationUrl, "")))
  local code = text(message.code, text(kind.code, "error"))
  return words == "" and code or code .. ": " .. words
end

if is_stale(status.observedGeneration) then
  return { status = "Progressing", message = "Waiting for " .. text(obj.kind, "the object") }
end
for _, entry in ipairs(map(status.validationMessages)) do
  if errors[text(map(entry).level, "")] then
    return { status = "Degraded", message = finding(entry) }
  end
end

-- What is refused, and the check of a WorkloadEntry.
for _, name in ipairs({ "Accepted", "WaypointAccepted", "ZtunnelAccepted", "Healthy" }) do
  local found = condition(name)
  if found.status == "False" then
    return { status = "Degraded", message = explain(found, name .. " is False") }
  end
end
local reconciled = condition("Reconciled")
if reconciled.status == "False" then
  return {
    status = "Progressing",
    message = explain(reconciled, "The configuration is on its way"),
  }
end
local analysis = condition("PassedAnalysis")
return { status = "Healthy", message = text(analysis.message, "The configuration has no error") }
