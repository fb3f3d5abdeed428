-- A secret of the former Kubernetes External Secrets, which reports SUCCESS or "ERROR, why".

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

local outcome = text(status.status, "")
if is_stale(status.observedGeneration) or outcome == "" then
  return { status = "Progressing", message = "Waiting for ExternalSecret." }
end
if outcome == "SUCCESS" then
  return { status = "Healthy", message = "Fetched ExternalSecret." }
end
return { status = "Degraded", message = outcome }
