-- uses: map, text, is_stale, explain, waits
-- A backup of an application: its state decides, and conditions say what it waits for.

local status = map(obj.status)

local health = {
  Completed = "Healthy", Error = "Degraded", Failed = "Degraded",
}

-- The first condition that is not True: the step that is going on or has failed.
local function step()
  for _, element in ipairs(map(status.conditions)) do
    local candidate = map(element)
    if candidate.status ~= "True" and not is_stale(obj, candidate.observedGeneration) then
      return candidate
    end
  end
  return {}
end

local state = text(status.state, "")
if is_stale(obj, status.observedGeneration) or state == "" then
  return waits("Waiting for Backup", state)
end
if health[state] == "Healthy" then
  return { status = "Healthy", message = "Backup is " .. state }
end
local message = "Backup is " .. state
local cause = text(status.error, explain(step(), ""))
if cause ~= "" then
  message = message .. ": " .. cause
end
return { status = health[state] or "Progressing", message = message }
