-- uses: map, condition, explain
-- vitals:profiles combined
-- Operations of Crossplane on a schedule. Scheduling decides; Synced reports what failed.

if map(obj.spec).suspend == true then
  return { status = "Suspended", message = "CronOperation is suspended" }
end

local valid = condition(obj, "ValidPipeline")
if valid.status == "False" then
  return { status = "Degraded", message = explain(valid, "A function cannot run operations") }
end

local synced = condition(obj, "Synced")
if synced.reason == "ReconcilePaused" then
  return { status = "Suspended", message = explain(synced, "CronOperation is paused") }
end
if synced.status == "False" then
  return { status = "Degraded", message = explain(synced, "Synced is False") }
end

local scheduling = condition(obj, "Scheduling")
if scheduling.status == "True" then
  return { status = "Healthy", message = explain(scheduling, "Scheduling is True") }
end
if scheduling.reason == "SchedulePaused" then
  return { status = "Suspended", message = explain(scheduling, "CronOperation is paused") }
end
if scheduling.status == "False" then
  return { status = "Degraded", message = explain(scheduling, "The schedule is not valid") }
end
return { status = "Progressing", message = explain(scheduling, "Waiting for CronOperation") }
