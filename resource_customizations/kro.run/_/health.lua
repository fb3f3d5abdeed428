-- Every kind that kro makes. Its state and Ready decide, of this generation.

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

local state = text(status.state, "")
local ready
for _, candidate in ipairs(map(status.conditions)) do
  local found = map(candidate)
  if found.type == "Ready" and tonumber(found.observedGeneration) == generation then
    ready = found
  end
end
if is_stale(status.observedGeneration) or generation == nil or ready == nil then
  return { status = "Progressing", message = "Waiting for the instance" }
end
if state == "FAILED" or state == "ERROR" then
  return { status = "Degraded", message = explain(ready, "The instance is " .. state) }
end
if ready.status == "True" and state == "ACTIVE" then
  return { status = "Healthy", message = text(ready.message, "The instance is ACTIVE") }
end
return { status = "Progressing", message = explain(ready, "Waiting for the instance") }
