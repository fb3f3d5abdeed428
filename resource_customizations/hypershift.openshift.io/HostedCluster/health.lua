-- uses: map, text, is_stale, condition, explain
-- vitals:profiles combined
-- A cluster whose control plane is hosted. Available, Progressing and Degraded decide, after what
-- only another spec can mend.

local status = map(obj.status)

local degraded = condition(obj, "Degraded")
local progressing = condition(obj, "Progressing")
local available = condition(obj, "Available")
if is_stale(obj, status.observedGeneration) then
  return { status = "Progressing", message = "Waiting for HostedCluster" }
end
local active = condition(obj, "ReconciliationActive")
if active.status == "False" then
  return { status = "Suspended", message = explain(active, "HostedCluster is paused") }
end
for _, name in ipairs({
  "ValidConfiguration", "SupportedHostedCluster", "ValidReleaseImage", "PlatformCredentialsFound",
  "ValidHostedControlPlaneConfiguration",
}) do
  local found = condition(obj, name)
  if found.status == "False" then
    return { status = "Degraded", message = explain(found, name .. " is False") }
  end
end
if degraded.status == "True" then
  return { status = "Degraded", message = explain(degraded, "HostedCluster is degraded") }
end
if progressing.status == "True" then
  return { status = "Progressing", message = explain(progressing, "HostedCluster is progressing") }
end
if available.status == "True" then
  return { status = "Healthy", message = text(available.message, "HostedCluster is available") }
end
if available.status == "False" then
  return { status = "Progressing", message = explain(available, "HostedCluster is not available") }
end
return { status = "Progressing", message = explain(available, "Waiting for HostedCluster") }
