-- vitals:profiles combined
-- Identities for pods. The failures of the last run decide.

local function map(value)
  return type(value) == "table" and value or {}
end

local status = map(obj.status)
local generation = tonumber(map(obj.metadata).generation)

-- Whether what was observed is older than the object.
local function is_stale(observed)
  return generation ~= nil and (tonumber(observed) or generation) < generation
end

local stats = status.stats
if is_stale(status.observedGeneration) or type(stats) ~= "table" then
  return { status = "Progressing", message = "Waiting for the entries" }
end
local render = tonumber(stats.podEntryRenderFailures) or 0
local failed = tonumber(stats.entryFailures) or 0
if render > 0 then
  return { status = "Degraded", message = render .. " entries could not be rendered" }
end
if failed > 0 then
  return { status = "Degraded", message = failed .. " entries could not be set" }
end
return { status = "Healthy", message = (tonumber(stats.entriesToSet) or 0) .. " entries are set" }
