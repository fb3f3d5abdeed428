-- An installation of KnativeEventing by the Knative Operator. Ready and InstallSucceeded decide.

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
local installed = condition("InstallSucceeded")
if is_stale(status.observedGeneration) or ready.status == nil then
  return { status = "Progressing", message = "Waiting for KnativeEventing" }
end
if installed.status == "False" then
  return { status = "Degraded", message = explain(installed, "KnativeEventing is not installed") }
end
if ready.status == "True" then
  return { status = "Healthy", message = explain(ready, "KnativeEventing is healthy.") }
end
if ready.status == "False" or ready.status == "Unknown" then
  return { status = "Progressing", message = explain(ready, "KnativeEventing is not ready yet") }
end
return { status = "Degraded", message = explain(ready, "The status of Ready is not valid") }
