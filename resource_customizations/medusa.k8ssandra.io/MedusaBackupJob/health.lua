-- A backup of Cassandra. The nodes that have failed or finished decide; without
-- observedGeneration nothing is known.

-- How many entries a list has.
local function count(list)
  local total = 0
  for _ in ipairs(list) do
    total = total + 1
  end
  return total
end

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

local failed = count(map(status.failed))
local finished = count(map(status.finished))
if status.startTime == nil and failed == 0 and finished == 0 then
  return { status = "Progressing", message = "Waiting for MedusaBackupJob" }
end
if is_stale(status.observedGeneration) then
  return { status = "Progressing", message = "Waiting for MedusaBackupJob" }
end
if tonumber(status.observedGeneration) == nil then
  return { status = "Unknown", message = "observedGeneration is not reported" }
end
if failed > 0 then
  local first = map(status.failed)[1]
  local node = text(map(first).podName, text(first, "a node"))
  return { status = "Degraded", message = "Failed on " .. node .. ", " .. failed .. " in all" }
end
if finished > 0 then
  return { status = "Healthy", message = finished .. " nodes have finished" }
end
return { status = "Progressing", message = "No node has finished yet" }
