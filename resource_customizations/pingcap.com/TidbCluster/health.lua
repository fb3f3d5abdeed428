-- uses: map, text, is_stale, condition, explain, waits
-- vitals:profiles combined
-- A TiDB cluster. Ready decides.

local status = map(obj.status)

if map(obj.spec).paused == true then
  return { status = "Suspended", message = "TidbCluster is paused" }
end

if map(map(obj.spec).suspendAction).suspendStatefulSet == true then
  return { status = "Suspended", message = "TidbCluster is suspended" }
end

local ready = condition(obj, "Ready")
if is_stale(obj, status.observedGeneration) or ready.status == nil then
  return waits("Waiting for TidbCluster", explain(ready, ""))
end
if ready.status == "True" then
  return { status = "Healthy", message = text(ready.message, "TidbCluster is ready") }
end
return { status = "Progressing", message = explain(ready, "Waiting for TidbCluster") }
