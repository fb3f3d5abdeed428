-- uses: map, text, is_stale, explain
-- vitals:profiles combined
-- Listeners that are attached to a Gateway. Accepted and Programmed decide, and then each
-- listener's ResolvedRefs.

local status = map(obj.status)

-- The condition of a type among those of a part of the status, or an empty one.
local function condition_of(part, name)
  for _, candidate in ipairs(map(part.conditions)) do
    if map(candidate).type == name and not is_stale(obj, candidate.observedGeneration) then
      return candidate
    end
  end
  return {}
end

if is_stale(obj, status.observedGeneration) then
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
