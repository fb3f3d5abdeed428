-- uses: map, text, is_stale, condition, explain, waits
-- vitals:profiles combined
-- A chart that K3s or RKE2 installs. Failed ends it.

local status = map(obj.status)

local jobCreated = condition(obj, "JobCreated")
if is_stale(obj, status.observedGeneration) then
  return waits("Waiting for HelmChart", explain(jobCreated, ""))
end
for _, name in ipairs({ "Failed" }) do
  local found = condition(obj, name)
  if found.status == "True" then
    return { status = "Degraded", message = explain(found, name) }
  end
end
if jobCreated.status == "True" then
  return {
    status = "Healthy",
    message = text(jobCreated.message, "The installation is under way or done"),
  }
end
-- Older releases write no conditions.
if jobCreated.status == nil and text(status.jobName, "") ~= "" then
  return { status = "Healthy", message = "The installation is the Job " .. status.jobName }
end
return { status = "Progressing", message = explain(jobCreated, "Waiting for HelmChart") }
