-- A place for backups: its state says whether it can be used.

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

local patience = { Pending = true, Running = true, pending = true, running = true }

local state = text(status.state, "")
if is_stale(status.observedGeneration) or state == "" then
  return { status = "Progressing", message = "Waiting for AppVault" }
end
if state == "available" or state == "Available" then
  return { status = "Healthy", message = "AppVault is available" }
end
if patience[state] then
  return { status = "Progressing", message = "AppVault is " .. state }
end
local problem = text(status.error, "AppVault is " .. state)
return { status = "Degraded", message = problem }
