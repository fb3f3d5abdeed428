-- uses: map, text, is_stale, condition, explain, waits
-- A cluster is healthy once it is provisioned and nothing says that it is not ready. A condition
-- of severity Info reports work that goes on.

local spec = map(obj.spec)
local status = map(obj.status)

-- The condition that sums up the others: Ready, and Available since the contract v1beta2.
local summary = condition(obj, "Ready")
if summary.type == nil then
  summary = condition(obj, "Available")
end

local phase = status.phase
if spec.paused == true then
  return { status = "Suspended", message = "Cluster is paused" }
end
if is_stale(obj, status.observedGeneration) then
  return waits("Waiting for clusters", explain(summary, ""))
end
if phase == "Failed" then
  return { status = "Degraded", message = explain(summary, "Cluster has failed") }
end
if summary.status == "False" and summary.severity == "Error" then
  return { status = "Degraded", message = explain(summary, "Cluster is not ready") }
end
if phase ~= "Provisioned" then
  local message = text(phase, "") == "" and "Waiting for clusters" or "Cluster is " .. phase
  message = summary.status == "True" and message or explain(summary, message)
  return { status = "Progressing", message = message }
end
if summary.status == "False" and summary.severity ~= "Info" then
  return { status = "Degraded", message = explain(summary, "Cluster is not ready") }
end
if summary.status == "False" or summary.status == "Unknown" then
  return { status = "Progressing", message = explain(summary, "Cluster is not ready yet") }
end
return { status = "Healthy", message = "Cluster is running" }
