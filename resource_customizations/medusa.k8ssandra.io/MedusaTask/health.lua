-- A task of Medusa. The nodes that have failed or finished decide; without observedGeneration
-- nothing is known.

-- How many entries a list has, and the name of the first one.
local function count(list)
  local total, first = 0, nil
  for _, entry in ipairs(list) do
    total = total + 1
    first = first or (type(entry) == "table" and entry.podName or entry)
  end
  return total, type(first) == "string" and first or "a node"
end

local function map(value)
  return type(value) == "table" and value or {}
end

local status = map(obj.status)
local generation = tonumber(map(obj.metadata).generation)

-- Whether what was observed is older than the object.
local function is_stale(observed)
  return generation ~= nil and (tonumber(observed) or generation) < generation
end

local failed, node = count(map(status.failed))
local finished = count(map(status.finished))
if status.startTime == nil and failed == 0 and finished == 0 then
  return { status = "Progressing", message = "Waiting for MedusaTask" }
end
if is_stale(status.observedGeneration) then
  return { status = "Progressing", message = "Waiting for MedusaTask" }
end
if tonumber(status.observedGeneration) == nil then
  return { status = "Unknown", message = "observedGeneration is not reported" }
end
if failed > 0 then
  return { status = "Degraded", message = "Failed on " .. node .. ", " .. failed .. " in all" }
end
if finished > 0 then
  return { status = "Healthy", message = finished .. " nodes have finished" }
end
return { status = "Progressing", message = "No node has finished yet" }
