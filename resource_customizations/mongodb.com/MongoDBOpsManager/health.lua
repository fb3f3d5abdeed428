-- vitals:profiles combined
-- Ops Manager of MongoDB. The phases of Ops Manager, its database and its backup decide; the
-- worst of them counts.

local working = { Disabled = true, Running = true, Updated = true }
local failed = { Failed = true, Unsupported = true }

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

if is_stale(status.observedGeneration) then
  return { status = "Progressing", message = "Waiting for MongoDBOpsManager" }
end
local pending
local running = 0
for _, name in ipairs({ "opsManager", "applicationDatabase", "backup" }) do
  local part = map(status[name])
  local phase = text(part.phase, "")
  local details = text(part.message, "")
  local message = name .. " is " .. phase .. (details == "" and "" or ": " .. details)
  if failed[phase] then
    return { status = "Degraded", message = message }
  end
  if working[phase] then
    running = running + 1
  elseif phase ~= "" then
    pending = pending or message
  end
end
if pending ~= nil then
  return { status = "Progressing", message = pending }
end
if running == 0 then
  return { status = "Progressing", message = "Waiting for MongoDBOpsManager" }
end
return { status = "Healthy", message = "All parts are running" }
