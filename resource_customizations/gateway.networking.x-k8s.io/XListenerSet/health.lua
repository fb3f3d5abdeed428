-- vitals:profiles combined
-- Listeners that are attached to a Gateway. Accepted and Programmed decide, and then each
-- listener's ResolvedRefs.

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

-- The condition of a type among those of a part of the status, or an empty one.
local function condition_of(part, name)
  for _, candidate in ipairs(map(part.conditions)) do
    if map(candidate).type == name and not is_stale(candidate.observedGeneration) then
      return candidate
    end
  end
  return {}
end

-- What a condition says: its message, or else its reason.
local function explain(of, otherwise)
  return text(of.message, text(of.reason, otherwise))
end

if is_stale(status.observedGeneration) then
  return { status = "Progressing", message = "Waiting for XListenerSet" }
end
for _, element in ipairs(map(status.listeners)) do
  local found = condition_of(map(element), "ResolvedRefs")
  if found.status == "False" then
    local name = text(element.name, "without a name")
    local cause = explain(found, "references are not resolved")
    return { status = "Degraded", message = "Listener " .. name .. ": " .. cause }
  end
end
for _, name in ipairs({ "Accepted", "Programmed" }) do
  local found = condition_of(status, name)
  if found.status == "False" and found.reason ~= "Pending" then
    return { status = "Degraded", message = explain(found, name .. " is False") }
  end
  if found.status ~= "True" then
    return { status = "Progressing", message = explain(found, "Waiting for XListenerSet") }
  end
end
return { status = "Healthy", message = "XListenerSet is programmed" }
