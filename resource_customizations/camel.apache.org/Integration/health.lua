-- uses: map, text, is_stale, condition, explain, waits, failures
-- An integration of Camel K: its phase decides. Once it runs, Ready says whether it works.

local status = map(obj.status)

local waiting = "Waiting for Integration"
local phase = text(status.phase, "")
local ready = condition(obj, "Ready")
if is_stale(obj, status.observedGeneration) or phase == "" then
  return waits(waiting, explain(ready, ""))
end
local words = explain(ready, "")
words = "Integration phase is " .. phase .. (words == "" and "" or ": " .. words)
if failures[phase] then
  return { status = "Degraded", message = words }
end
-- apache/camel-k, pkg/apis/camel/v1/integration_types.go: built, and on purpose not deployed
if phase == "Build Complete" then
  return { status = "Suspended", message = explain(ready, "Integration is built and not deployed") }
end
if phase ~= "Running" then
  return { status = "Progressing", message = words }
end
if ready.status == "False" and ready.reason == "Error" then
  return { status = "Degraded", message = explain(ready, "Integration is not ready") }
end
if ready.status == "False" or ready.status == "Unknown" then
  return { status = "Progressing", message = explain(ready, waiting) }
end
return { status = "Healthy", message = explain(ready, "Integration is running") }
