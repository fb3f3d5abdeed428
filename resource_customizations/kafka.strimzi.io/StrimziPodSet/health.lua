-- vitals:profiles combined
-- The pods of a part of Strimzi. Their counts decide.

local function map(value)
  return type(value) == "table" and value or {}
end

local status = map(obj.status)
local generation = tonumber(map(obj.metadata).generation)

-- Whether what was observed is older than the object.
local function is_stale(observed)
  return generation ~= nil and (tonumber(observed) or generation) < generation
end

local function count(value)
  return tonumber(value) or 0
end

local pods, ready, current = count(status.pods), count(status.readyPods), count(status.currentPods)
if is_stale(status.observedGeneration) or status.pods == nil then
  return { status = "Progressing", message = "Waiting for the pods" }
end
if ready < pods then
  return { status = "Progressing", message = ready .. " of " .. pods .. " pods are ready" }
end
if current < pods then
  return { status = "Progressing", message = current .. " of " .. pods .. " pods are up to date" }
end
return { status = "Healthy", message = pods .. " pods are ready" }
