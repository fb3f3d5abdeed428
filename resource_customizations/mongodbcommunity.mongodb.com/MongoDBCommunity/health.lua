-- uses: map, text, is_stale
-- vitals:profiles combined
-- A replica set of MongoDB Community. Its phase decides.

local states = {
  Running = "Healthy", Pending = "Progressing", Failed = "Degraded",
}

local status = map(obj.status)

local phase = text(status.phase, "")
if is_stale(obj, status.observedGeneration) or phase == "" then
  return { status = "Progressing", message = "Waiting for MongoDBCommunity" }
end

local message = "MongoDBCommunity is " .. phase
local details = text(status.message, "")
if details ~= "" then
  message = message .. ": " .. details
end
return { status = states[phase] or "Progressing", message = message }
