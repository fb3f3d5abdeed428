-- uses: map, text, is_stale, explain, waits
-- A game server of OpenKruise: its state must be the desired one, and its pod and node must be
-- in order. Until it has a state nothing is known of it.

local status = map(obj.status)

local current = text(status.currentState, "")
if is_stale(obj, status.observedGeneration) then
  return waits("Waiting for GameServer", current)
end
if current == "" then
  return { status = "Unknown", message = "GameServer has not reported its state yet" }
end

-- The first condition in a list that is False, or nil.
local function failure(list)
  for _, element in ipairs(map(list)) do
    local candidate = map(element)
    if candidate.status == "False" and not is_stale(obj, candidate.observedGeneration) then
      return candidate
    end
  end
  return nil
end

-- States that pass, in which the conditions of the pod may well be False.
local passing = {
  Creating = true, Deleting = true, PreDelete = true, PreUpdate = true, Updating = true,
}

local desired = text(status.desiredState, "Ready")
local failed = failure(map(status.podStatus).conditions) or failure(status.conditions)
if passing[current] then
  return { status = "Progressing", message = "GameServer is " .. current .. ", not " .. desired }
end
if failed ~= nil then
  local name = text(failed.type, "a condition")
  return { status = "Degraded", message = name .. " is False: " .. explain(failed, current) }
end
if current == "Crash" then
  return { status = "Degraded", message = "GameServer has crashed" }
end
if current ~= desired then
  return { status = "Progressing", message = "GameServer is " .. current .. ", not " .. desired }
end
return { status = "Healthy", message = "GameServer is " .. current }
