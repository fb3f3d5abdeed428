-- uses: map, is_stale, condition, explain
-- An installation of KnativeEventing by the Knative Operator. Ready and InstallSucceeded decide.

local status = map(obj.status)

local ready = condition(obj, "Ready")
local installed = condition(obj, "InstallSucceeded")
if is_stale(obj, status.observedGeneration) or ready.status == nil then
  return { status = "Progressing", message = "Waiting for KnativeEventing" }
end
if installed.status == "False" then
  return { status = "Degraded", message = explain(installed, "KnativeEventing is not installed") }
end
if ready.status == "True" then
  return { status = "Healthy", message = explain(ready, "KnativeEventing is healthy.") }
end
if ready.status == "False" or ready.status == "Unknown" then
  return { status = "Progressing", message = explain(ready, "KnativeEventing is not ready yet") }
end
return { status = "Degraded", message = explain(ready, "The status of Ready is not valid") }
