-- uses: map, text, is_stale, waits
-- vitals:profiles combined
-- A workflow of Tinkerbell. Its state decides; the action or the job that failed says why.

local states = {
  STATE_SUCCESS = "Healthy", SUCCESS = "Healthy", STATE_PENDING = "Progressing", PENDING =
  "Progressing", STATE_PREPARING = "Progressing", STATE_RUNNING = "Progressing", RUNNING = "Progressing", STATE_FAILED =
  "Degraded", FAILED = "Degraded", STATE_TIMEOUT = "Degraded", TIMEOUT = "Degraded",
}

local failures = { NetbootJobFailed = true, NetbootJobSetupFailed = true }

local status = map(obj.status)

local state = text(status.state, "")
if is_stale(obj, status.observedGeneration) or state == "" then
  return waits("Waiting for Workflow", state)
end

-- What the action that failed says, or the job that boots the machine.
local cause = ""
for _, task in ipairs(map(status.tasks)) do
  for _, entry in ipairs(map(map(task).actions)) do
    local action = map(entry)
    if states[text(action.status, text(action.state, ""))] == "Degraded" then
      cause = text(action.name, "an action")
      local said = text(action.message, "")
      if said ~= "" then
        cause = cause .. ": " .. said
      end
    end
  end
end
for _, candidate in ipairs(map(status.conditions)) do
  local found = map(candidate)
  if failures[text(found.type, "")] and found.status == "True" then
    cause = text(found.message, text(found.reason, found.type))
  end
end
local message = "Workflow is " .. state
if states[state] == "Degraded" and cause ~= "" then
  message = message .. ": " .. cause
end
return { status = states[state] or "Progressing", message = message }
