-- vitals:profiles combined
-- How nodes of EKS Auto Mode are launched. Ready decides.

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

-- What is to blame: Ready only names the conditions that it sums up.
local function blamed(ready)
  for _, candidate in ipairs(map(status.conditions)) do
    local found = map(candidate)
    local same = found.status == ready.status and found.type ~= "Ready"
    if same and not is_stale(found.observedGeneration) then
      return found
    end
  end
  return ready
end

local ready = condition("Ready")
if is_stale(status.observedGeneration) or ready.status == nil then
  return { status = "Progressing", message = "Waiting for NodeClass" }
end
if ready.status == "True" then
  return { status = "Healthy", message = text(ready.message, "NodeClass is ready") }
end
return {
  status = ready.status == "False" and "Degraded" or "Progressing",
  message = explain(blamed(ready), "NodeClass is not ready"),
}
