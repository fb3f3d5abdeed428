-- uses: map, text, is_stale
-- A task of Medusa. The nodes that have failed or finished decide; without observedGeneration
-- nothing is known.

-- How many entries a list has.
local function count(list)
  local total = 0
  for _ in ipairs(list) do
    total = total + 1
  end
  return total
end

local status = map(obj.status)

local failed = count(map(status.failed))
local finished = count(map(status.finished))
if status.startTime == nil and failed == 0 and finished == 0 then
  return { status = "Progressing", message = "Waiting for MedusaTask" }
end
if is_stale(obj, status.observedGeneration) then
  return { status = "Progressing", message = "Waiting for MedusaTask" }
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
