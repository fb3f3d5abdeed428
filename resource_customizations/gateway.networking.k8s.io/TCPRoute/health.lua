-- uses: map, text, is_stale, explain
-- vitals:profiles combined
-- Each parent of a route reports whether it accepted the route and resolved its references.

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

-- What a condition of one parent says, after the name of the parent.
local function report(item, of)
  local name = text(map(item.parentRef).name, "without a name")
  return "Parent " .. name .. ": " .. explain(of, of.type .. " is not True")
end

-- A parent whose conditions are all of an older generation does not count: it may be gone.
local is_accepted = false
local pending
for _, element in ipairs(map(status.parents)) do
  local item = map(element)
  for _, name in ipairs({ "Accepted", "ResolvedRefs" }) do
    local found = condition_of(item, name)
    if found.status == "False" and found.reason ~= "Pending" then
      return { status = "Degraded", message = report(item, found) }
    end
    if found.status == "False" or found.status == "Unknown" then
      pending = pending or report(item, found)
    end
  end
  is_accepted = is_accepted or condition_of(item, "Accepted").status == "True"
end

if pending ~= nil then
  return { status = "Progressing", message = pending }
end
if is_stale(obj, status.observedGeneration) or not is_accepted then
  return { status = "Progressing", message = "Waiting for TCPRoute status" }
end
return { status = "Healthy", message = "TCPRoute is healthy" }
