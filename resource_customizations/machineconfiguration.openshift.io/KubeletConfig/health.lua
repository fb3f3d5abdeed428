-- vitals:profiles combined
-- Settings of the kubelet. The controller keeps the last three outcomes as conditions, and the last
-- one counts. Its type says what came of it: a Failure is False.

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

-- The last condition of this generation, or an empty one.
local function last_condition()
  local last = {}
  for _, candidate in ipairs(map(status.conditions)) do
    local found = map(candidate)
    if not is_stale(found.observedGeneration) then
      last = found
    end
  end
  return last
end

local last = last_condition()
if is_stale(status.observedGeneration) then
  return { status = "Progressing", message = "Waiting for KubeletConfig" }
end
if last.type == "Failure" or last.type == "Success" and last.status == "False" then
  return { status = "Degraded", message = explain(last, "KubeletConfig is not applied") }
end
if last.type == "Success" and last.status == "True" then
  return { status = "Healthy", message = text(last.message, "KubeletConfig is applied") }
end
return { status = "Progressing", message = explain(last, "Waiting for KubeletConfig") }
