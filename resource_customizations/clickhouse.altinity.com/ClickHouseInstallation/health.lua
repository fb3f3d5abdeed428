-- uses: map, text, is_stale, waits
-- An installation of ClickHouse: one word says how it is, and errors what went wrong.

local status = map(obj.status)

local phase = text(status.status, "")
if is_stale(obj, status.observedGeneration) or phase == "" then
  return waits("Waiting for the status of ClickHouse", phase)
end
if phase == "Completed" then
  return { status = "Healthy", message = "ClickHouse installation completed successfully" }
end
if phase == "InProgress" or phase == "Terminating" then
  return { status = "Progressing", message = "ClickHouse installation is " .. phase }
end
local cause = text(status.error, text(map(status.errors)[1], "no error is reported"))
return { status = "Degraded", message = "ClickHouse status is " .. phase .. ": " .. cause }
