-- uses: map, text, is_stale, condition, explain
-- vitals:profiles combined
-- A restore of K8up. Completed decides, and its reason says how it ended.

local status = map(obj.status)

local completed = condition(obj, "Completed")
if is_stale(obj, status.observedGeneration) or completed.status == nil then
  return { status = "Progressing", message = "Waiting for Restore" }
end
if completed.status == "True" and text(completed.reason, "Succeeded") ~= "Succeeded" then
  return { status = "Degraded", message = explain(completed, "Restore has failed") }
end
if completed.status == "True" then
  return { status = "Healthy", message = text(completed.message, "Restore is completed") }
end
return { status = "Progressing", message = explain(completed, "Waiting for Restore") }
