-- uses: map, text, is_stale, condition, explain
-- vitals:profiles combined
-- Images that are imported on a schedule. UpToDate decides.

-- Reasons that pass by themselves.
local waiting = {
  ImportScheduled = true, ImportProgressing = true, NoImport = true, Outdated = true, NoDigest =
  true,
}

local status = map(obj.status)

local upToDate = condition(obj, "UpToDate")
if is_stale(obj, status.observedGeneration) or upToDate.status == nil then
  return { status = "Progressing", message = "Waiting for DataImportCron" }
end
if upToDate.status == "True" then
  return { status = "Healthy", message = text(upToDate.message, "DataImportCron is up to date") }
end
if upToDate.status == "False" and not waiting[text(upToDate.reason, "")] then
  return { status = "Degraded", message = explain(upToDate, "DataImportCron is not up to date") }
end
return { status = "Progressing", message = explain(upToDate, "Waiting for DataImportCron") }
