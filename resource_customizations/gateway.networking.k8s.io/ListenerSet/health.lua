-- Listeners that are attached to a Gateway. Each listener is accepted, has its references and
-- no conflict; then Accepted and Programmed decide.

local function map(value)
  return type(value) == "table" and value or {}
end

local function text(value, otherwise)
  if type(value) == "string" and value ~= "" then
    return value
  end
  return otherwise
end

local status = map(obj.status)
local generation = tonumber(map(obj.metadata).generation)

-- Whether what was observed is older than the object.
local function is_stale(observed)
  return generation ~= nil and (tonumber(observed) or generation) < generation
end

-- What a condition says: its message, or else its reason.
local function explain(of, otherwise)
  return text(of.message, text(of.reason, otherwise))
end

-- The condition of a type among those of a part, or an empty one.
local function condition_of(part, name)
  for _, candidate in ipairs(map(part.conditions)) do
    if map(candidate).type == name and not is_stale(candidate.observedGeneration) then
      return candidate
    end
  end
  return {}
end

if is_stale(status.observedGeneration) then
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
