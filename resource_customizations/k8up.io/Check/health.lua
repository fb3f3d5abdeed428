-- uses: map, text, is_stale, condition, explain
-- vitals:profiles combined
-- A check of a repository of K8up. Completed decides, and its reason says how it ended.

local status = map(obj.status)

local completed = condition(obj, "Completed")
if is_stale(obj, status.observedGeneration) or completed.status == nil then
  return { status = "Progressing", message = "Waiting for Check" }
end
if completed.status == "True" and text(completed.reason, "Succeeded") ~= "Succeeded" then
  return { status = "Degraded", message = explain(completed, "Check has failed") }
end
if completed.status == "True" then
  return { status = "Healthy", message = text(completed.message, "Check is completed") }
end
return { status = "Progressing", message = explain(completed, "Waiting for Check") }
