-- uses: map, is_stale
-- vitals:profiles combined
-- Identities for pods. The failures of the last run decide.

local status = map(obj.status)

local stats = status.stats
if is_stale(obj, status.observedGeneration) or type(stats) ~= "table" then
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
