-- uses: map, text, is_stale
-- vitals:profiles combined
-- A cluster that Sveltos manages. Its connection and ready decide.

local status = map(obj.status)

if map(obj.spec).paused == true then
  return { status = "Suspended", message = "SveltosCluster is paused" }
end
if is_stale(obj, status.observedGeneration) then
  return { status = "Progressing", message = "Waiting for SveltosCluster" }
end
local failure = text(status.failureMessage, "")
if status.connectionStatus == "Down" then
  return { status = "Degraded", message = text(failure, "The cluster cannot be reached") }
end
if status.ready == true then
  return { status = "Healthy", message = "SveltosCluster is ready" }
end
return { status = "Progressing", message = text(failure, "Waiting for SveltosCluster") }
