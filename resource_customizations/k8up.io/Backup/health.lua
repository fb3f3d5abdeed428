-- uses: map, text, is_stale, condition, explain, waits
-- vitals:profiles combined
-- A backup of K8up. Completed decides, and its reason says how it ended; PreBackupPodReady says
-- whether what runs before it has failed.

-- Reasons of PreBackupPodReady that do not mean failure.
local passing = { NoPreBackupPodsFound = true, Ready = true, Succeeded = true, Waiting = true }

local status = map(obj.status)

local completed = condition(obj, "Completed")
local before = condition(obj, "PreBackupPodReady")
if before.status == "False" and not passing[text(before.reason, "")] then
  return {
    status = "Degraded",
    message = explain(before, "The pod before the backup is not ready"),
  }
end
if is_stale(obj, status.observedGeneration) or completed.status == nil then
  return waits("Waiting for Backup", explain(completed, ""))
end
if completed.status == "True" and text(completed.reason, "Succeeded") ~= "Succeeded" then
  return { status = "Degraded", message = explain(completed, "Backup has failed") }
end
if completed.status == "True" then
  return { status = "Healthy", message = text(completed.message, "Backup is completed") }
end
return { status = "Progressing", message = explain(completed, "Waiting for Backup") }
