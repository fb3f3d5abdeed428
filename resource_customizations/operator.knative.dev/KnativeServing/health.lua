-- uses: map, is_stale, condition, explain
-- An installation of KnativeServing by the Knative Operator. Ready and InstallSucceeded decide.

local status = map(obj.status)

local ready = condition(obj, "Ready")
local installed = condition(obj, "InstallSucceeded")
if is_stale(obj, status.observedGeneration) or ready.status == nil then
  return { status = "Progressing", message = "Waiting for KnativeServing" }
end
if installed.status == "False" then
  return { status = "Degraded", message = explain(installed, "KnativeServing is not installed") }
end
if ready.status == "True" then
  return { status = "Healthy", message = explain(ready, "KnativeServing is healthy.") }
end
if ready.status == "False" or ready.status == "Unknown" then
  return { status = "Progressing", message = explain(ready, "KnativeServing is not ready yet") }
end
return { status = "Degraded", message = explain(ready, "The status of Ready is not valid") }
