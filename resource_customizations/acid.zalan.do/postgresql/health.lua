-- A cluster of Zalando's Postgres operator: one word says how it is.

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

local health = {
  Running = "Healthy", CreateFailed = "Degraded", AddFailed = "Degraded", UpdateFailed = "Degraded",
  SyncFailed = "Degraded", UpgradeFailed = "Degraded", Invalid = "Degraded",
}

local phase = text(status.PostgresClusterStatus, "")
if is_stale(status.observedGeneration) or phase == "" then
  return { status = "Progressing", message = "Waiting for postgresql" }
end
return { status = health[phase] or "Progressing", message = "postgresql is " .. phase }
