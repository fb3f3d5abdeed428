-- vitals:profiles combined
-- Every operator of OpenShift: etcd, the API servers, the console, storage and others. Conditions
-- that end in Degraded, Available and Progressing decide: an operator has them itself, and each of
-- its controllers sets one under its name, as NodeControllerDegraded.

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

-- Operators that are removed, or that nobody manages.
local state = text(map(obj.spec).managementState, "Managed")
if state == "Removed" or state == "Unmanaged" then
  return { status = "Suspended", message = "The operator is " .. state }
end
if is_stale(status.observedGeneration) then
  return { status = "Progressing", message = "Waiting for the operator" }
end

-- Whether the name of a condition ends in a word.
local function is_of(name, word)
  return string.sub(name, -#word) == word
end

-- The first condition of each class that reports against the operator.
local seen, failed, missing, working = false, nil, nil, nil
for _, candidate in ipairs(map(status.conditions)) do
  local found = map(candidate)
  local name = text(found.type, "")
  if not is_stale(found.observedGeneration) then
    local serves = is_of(name, "Available") or name == "Ready"
    seen = seen or serves
    failed = failed or is_of(name, "Degraded") and found.status == "True" and found
    missing = missing or serves and found.status == "False" and found
    working = working or is_of(name, "Progressing") and found.status == "True" and found
  end
end
if failed then
  return { status = "Degraded", message = explain(failed, failed.type) }
end
if missing and not working then
  return { status = "Degraded", message = explain(missing, missing.type .. " is False") }
end
if working then
  return { status = "Progressing", message = explain(working, working.type) }
end
if not seen then
  return { status = "Progressing", message = "Waiting for the operator" }
end
return { status = "Healthy", message = "The operator and its controllers work" }
