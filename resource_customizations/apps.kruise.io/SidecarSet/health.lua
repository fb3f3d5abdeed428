-- vitals:profiles combined
-- Sidecars that OpenKruise adds to pods. The counts of pods decide.

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

local matched, updated = count(status.matchedPods), count(status.updatedPods)
local ready = count(status.updatedReadyPods)
if map(map(obj.spec).updateStrategy).paused == true then
  return { status = "Suspended", message = "The update is paused" }
end
if is_stale(status.observedGeneration) or status.matchedPods == nil then
  return { status = "Progressing", message = "Waiting for SidecarSet" }
end
if updated < matched then
  return { status = "Progressing", message = updated .. " of " .. matched .. " pods are updated" }
end
if ready < updated then
  return {
    status = "Progressing",
    message = ready .. " of " .. updated .. " updated pods are ready",
  }
end
return { status = "Healthy", message = matched .. " pods have the sidecar" }
