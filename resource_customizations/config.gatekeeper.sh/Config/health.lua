-- vitals:profiles combined
-- Gatekeeper's configuration. Each pod of Gatekeeper reports its errors in byPod;
-- older releases write no status.

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

local pods = map(status.byPod)
for _, entry in ipairs(pods) do
  local pod = map(entry)
  local errors = is_stale(pod.observedGeneration) and {} or map(pod.errors)
  if errors[1] ~= nil then
    local failure = map(errors[1])
    return {
      status = "Degraded",
      message = text(failure.message, text(failure.type, "A pod reports an error")),
    }
  end
end
for _, pod in ipairs(pods) do
  if is_stale(map(pod).observedGeneration) then
    return { status = "Progressing", message = "Waiting for all pods of Gatekeeper" }
  end
end
if is_stale(status.observedGeneration) then
  return { status = "Progressing", message = "Waiting for Gatekeeper" }
end
return { status = "Healthy", message = "No pod of Gatekeeper reports an error" }
