-- uses: map, is_stale
-- vitals:profiles combined
-- The pods of a part of Strimzi. Their counts decide.

local status = map(obj.status)

local function count(value)
  return tonumber(value) or 0
end

local pods, ready, current = count(status.pods), count(status.readyPods), count(status.currentPods)
if is_stale(obj, status.observedGeneration) or status.pods == nil then
  return { status = "Progressing", message = "Waiting for the pods" }
end
if ready < pods then
  return { status = "Progressing", message = ready .. " of " .. pods .. " pods are ready" }
end
if current < pods then
  return { status = "Progressing", message = current .. " of " .. pods .. " pods are up to date" }
end
return { status = "Healthy", message = pods .. " pods are ready" }
