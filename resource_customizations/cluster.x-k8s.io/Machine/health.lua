-- uses: map, text, is_stale, condition, explain, waits
-- A machine of a cluster: its phase decides, and Ready says what it waits for or why it failed.

local status = map(obj.status)

-- Ready, or Available since the contract v1beta2. What has severity Info is still going on.
local ready = condition(obj, "Ready")
if ready.type == nil then
  ready = condition(obj, "Available")
end

local phase = text(status.phase, "")
if phase == "Failed" then
  local message = text(status.failureMessage, explain(ready, "Machine has failed"))
  return { status = "Degraded", message = message }
end
if is_stale(obj, status.observedGeneration) or phase == "" then
  return waits("Waiting for machines", explain(ready, ""))
end
if ready.status == "False" and ready.severity == "Error" then
  return { status = "Degraded", message = explain(ready, "Machine has failed") }
end
if phase ~= "Running" then
  return { status = "Progressing", message = explain(ready, "Machine is " .. phase) }
end
if ready.status == "False" and ready.severity ~= "Info" then
  return { status = "Degraded", message = explain(ready, "Machine is not ready") }
end
if ready.status == "False" or ready.status == "Unknown" then
  return { status = "Progressing", message = explain(ready, "Machine is not ready yet") }
end
return { status = "Healthy", message = "Machine is running" }
