-- A cluster of Zalando's Postgres operator: one word says how it is.

-- A field may be missing or have another type: what is not a table is an empty one.
local function map(value)
  return type(value) == "table" and value or {}
end

-- The value if it is a text that is not empty, otherwise the other one.
local function text(value, otherwise)
  if type(value) == "string" and value ~= "" then
    return value
  end
  return otherwise
end

local status = map(obj.status)
local generation = tonumber(map(obj.metadata).generation)

-- Whether what was observed is of an older generation.
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
