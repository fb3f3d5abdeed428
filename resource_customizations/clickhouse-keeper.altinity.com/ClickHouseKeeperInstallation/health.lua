-- An installation of ClickHouse Keeper: one word says how it is, and errors what went wrong.

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

local phase = text(status.status, "")
if is_stale(status.observedGeneration) or phase == "" then
  return { status = "Progressing", message = "Waiting for the status of ClickHouseKeeper" }
end
if phase == "Completed" then
  return { status = "Healthy", message = "ClickHouseKeeper installation completed successfully" }
end
if phase == "InProgress" or phase == "Terminating" then
  return { status = "Progressing", message = "ClickHouseKeeper installation is " .. phase }
end
local cause = text(status.error, text(map(status.errors)[1], "no error is reported"))
return { status = "Degraded", message = "ClickHouseKeeper status is " .. phase .. ": " .. cause }
