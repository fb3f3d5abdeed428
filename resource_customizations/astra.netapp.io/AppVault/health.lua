-- A place for backups: its state says whether it can be used.

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
