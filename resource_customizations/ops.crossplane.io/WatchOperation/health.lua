-- uses: map, condition, explain
-- vitals:profiles combined
-- Operations of Crossplane that follow changes of resources. Watching decides; Synced reports what
-- failed.

if map(obj.spec).suspend == true then
  return { status = "Suspended", message = "WatchOperation is suspended" }
end

local valid = condition(obj, "ValidPipeline")
if valid.status == "False" then
  return { status = "Degraded", message = explain(valid, "A function cannot run operations") }
end

local synced = condition(obj, "Synced")
if synced.reason == "ReconcilePaused" then
  return { status = "Suspended", message = explain(synced, "WatchOperation is paused") }
end
if synced.status == "False" then
  return { status = "Degraded", message = explain(synced, "Synced is False") }
end

local watching = condition(obj, "Watching")
if watching.status == "True" then
  return { status = "Healthy", message = explain(watching, "Watching is True") }
end
if watching.reason == "WatchPaused" then
  return { status = "Suspended", message = explain(watching, "WatchOperation is paused") }
end
if watching.status == "False" then
  return { status = "Degraded", message = explain(watching, "The watch failed") }
end
return { status = "Progressing", message = explain(watching, "Waiting for WatchOperation") }
