-- uses: map, text, is_stale, condition, explain, waits
-- vitals:profiles combined
-- A backup target of Longhorn. status.available decides; Unavailable says why not. Without an
-- address there is none to reach.

local status = map(obj.status)

local unavailable = condition(obj, "Unavailable")
if text(map(obj.spec).backupTargetURL, "") == "" then
  return { status = "Healthy", message = "No backup target is set" }
end
if is_stale(obj, status.observedGeneration) then
  return waits("Waiting for BackupTarget", explain(unavailable, ""))
end
if status.available == true then
  return { status = "Healthy", message = "BackupTarget is available" }
end
if unavailable.status == "True" then
  return { status = "Degraded", message = explain(unavailable, "BackupTarget is not available") }
end
return { status = "Progressing", message = "Waiting for BackupTarget" }
