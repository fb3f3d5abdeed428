-- uses: map, text, is_stale
-- vitals:profiles combined
-- Ops Manager of MongoDB. The phases of Ops Manager, its database and its backup decide; the
-- worst of them counts.

local working = { Disabled = true, Running = true, Updated = true }
local failed = { Failed = true, Unsupported = true }

local status = map(obj.status)

if is_stale(obj, status.observedGeneration) then
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
