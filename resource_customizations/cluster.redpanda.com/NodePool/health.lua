-- vitals:profiles combined
-- A pool of brokers of a Redpanda cluster. Bound and Deployed decide.

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

if is_stale(status.observedGeneration) then
  return { status = "Progressing", message = "Waiting for NodePool" }
end
for _, name in ipairs({ "Bound", "Deployed" }) do
  local found = condition(name)
  if found.status == "False" and (found.reason == "Error" or found.reason == "TerminalError") then
    return { status = "Degraded", message = explain(found, "") }
  end
  if found.status ~= "True" then
    return { status = "Progressing", message = explain(found, "Waiting for " .. name) }
  end
end
return { status = "Healthy", message = "All brokers of the pool are deployed" }
