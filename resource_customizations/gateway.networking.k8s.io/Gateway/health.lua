-- uses: map, text, is_stale, explain
-- A gateway works once it is accepted and programmed; it and each listener report what is wrong.

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

-- Reasons why Programmed stays False until somebody acts.
local final = { AddressNotUsable = true, Invalid = true, NoResources = true }

-- The condition by which a gateway or a listener has failed, or nil.
local function failure(part)
  for _, name in ipairs({ "Accepted", "ResolvedRefs" }) do
    local found = condition_of(part, name)
    if found.status == "False" and found.reason ~= "Pending" then
      return found
    end
  end
  local conflicted = condition_of(part, "Conflicted")
  if conflicted.status == "True" then
    return conflicted
  end
  local programmed = condition_of(part, "Programmed")
  if programmed.status == "False" and final[programmed.reason] then
    return programmed
  end
  return nil
end

local failed = failure(status)
if failed ~= nil then
  return { status = "Degraded", message = explain(failed, "Gateway has failed") }
end
for _, element in ipairs(map(status.listeners)) do
  local listener = map(element)
  failed = failure(listener)
  if failed ~= nil then
    local name = "Listener " .. text(listener.name, "without a name") .. ": "
    return { status = "Degraded", message = name .. explain(failed, "it has failed") }
  end
end

for _, name in ipairs({ "Accepted", "Programmed" }) do
  local found = condition_of(status, name)
  if found.status ~= "True" then
    return { status = "Progressing", message = explain(found, "Waiting for Gateway status") }
  end
end
return { status = "Healthy", message = "Gateway is healthy" }
