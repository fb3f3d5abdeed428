-- uses: map, text, is_stale, waits
-- A place for backups: its state says whether it can be used.

local status = map(obj.status)

local patience = { Pending = true, Running = true, pending = true, running = true }

local state = text(status.state, "")
if is_stale(obj, status.observedGeneration) or state == "" then
  return waits("Waiting for AppVault", state)
end
if state == "available" or state == "Available" then
  return { status = "Healthy", message = "AppVault is available" }
end
if patience[state] then
  return { status = "Progressing", message = "AppVault is " .. state }
end
local problem = text(status.error, "AppVault is " .. state)
return { status = "Degraded", message = problem }
