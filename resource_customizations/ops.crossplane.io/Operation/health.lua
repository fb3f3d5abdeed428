-- uses: map, condition, explain
-- vitals:profiles combined
-- A run of functions of Crossplane. Succeeded decides once it is True or False, which is final;
-- before that Synced reports what failed, and ValidPipeline which function cannot run.

local status = map(obj.status)

-- Final whatever was changed since.
for _, candidate in ipairs(map(status.conditions)) do
  local found = map(candidate)
  if found.type == "Succeeded" and found.status == "True" then
    return { status = "Healthy", message = explain(found, "Operation succeeded") }
  end
  if found.type == "Succeeded" and found.status == "False" then
    return { status = "Degraded", message = explain(found, "Operation failed") }
  end
end

local valid = condition(obj, "ValidPipeline")
if valid.status == "False" then
  return { status = "Degraded", message = explain(valid, "A function cannot run operations") }
end

local synced = condition(obj, "Synced")
if synced.reason == "ReconcilePaused" then
  return { status = "Suspended", message = explain(synced, "Operation is paused") }
end
if synced.status == "False" then
  return { status = "Degraded", message = explain(synced, "Synced is False") }
end
return {
  status = "Progressing",
  message = explain(condition(obj, "Succeeded"), "Waiting for Operation"),
}
