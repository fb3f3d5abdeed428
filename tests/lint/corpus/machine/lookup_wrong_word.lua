local states = {
  Running = "Healthy",
  Stopped = "Stopped", -- wrong: lua-invalid-status
  Starting = "Progressing",
}
local s = obj.status and obj.status.printableStatus or "Starting"
return { status = states[s] or "Unknown" }
