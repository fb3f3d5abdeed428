-- uses: map, text, is_stale, explain
-- Listeners that are attached to a Gateway. Each listener is accepted, has its references and
-- no conflict; then Accepted and Programmed decide.

local status = map(obj.status)

-- The condition of a type among those of a part, or an empty one.
local function condition_of(part, name)
  for _, candidate in ipairs(map(part.conditions)) do
    if map(candidate).type == name and not is_stale(obj, candidate.observedGeneration) then
      return candidate
    end
  end
  return {}
end

if is_stale(obj, status.observedGeneration) then
  return { status = "Progressing", message = "Waiting for ListenerSet" }
end
local listeners, pending = 0, nil
for _, entry in ipairs(map(status.listeners)) do
  local listener = map(entry)
  local prefix = "Listener " .. text(listener.name, "without a name") .. ": "
  for _, name in ipairs({ "Accepted", "ResolvedRefs", "Programmed" }) do
    local found = condition_of(listener, name)
    if found.status == "False" and found.reason ~= "Pending" then
      return { status = "Degraded", message = prefix .. explain(found, name .. " is False") }
    end
    if found.status == "False" or found.status == "Unknown" then
      pending = pending or prefix .. explain(found, "waiting")
    end
  end
  local conflicted = condition_of(listener, "Conflicted")
  if conflicted.status == "True" then
    return {
      status = "Degraded",
      message = prefix .. explain(conflicted, "conflicts with another one"),
    }
  end
  listeners = listeners + 1
end

for _, name in ipairs({ "Accepted", "Programmed" }) do
  local found = condition_of(status, name)
  if found.status == "False" and found.reason ~= "Pending" then
    return { status = "Degraded", message = explain(found, name .. " is False") }
  end
  if found.status ~= "True" then
    return {
      status = "Progressing",
      message = pending or explain(found, "Waiting for ListenerSet"),
    }
  end
end
if pending or listeners == 0 then
  return { status = "Progressing", message = pending or "Waiting for the listeners" }
end
return { status = "Healthy", message = "ListenerSet is programmed" }
