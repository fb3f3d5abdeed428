-- uses: map, text, is_stale, explain, waits
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

-- A parent that the route names and that has judged only an older generation, or nothing, has not
-- answered yet. One that the route has left does not count.
local function unanswered()
  for _, reference in ipairs(map(map(obj.spec).parentRefs)) do
    local name = text(map(reference).name, "without a name")
    local answered, last = false, ""
    for _, element in ipairs(map(status.parents)) do
      local item = map(element)
      if text(map(item.parentRef).name, "") == name then
        answered = answered or condition_of(item, "Accepted").status ~= nil
        last = explain(map(map(item.conditions)[1]), "")
      end
    end
    if not answered then
      return waits("Waiting for parent " .. name .. " to answer", last)
    end
  end
  return nil
end

local is_accepted = false
local pending
for _, element in ipairs(map(status.parents)) do
  local item = map(element)
  for _, name in ipairs({ "Accepted", "ResolvedRefs" }) do
    local found = condition_of(item, name)
    if found.status == "False" and found.reason ~= "Pending" then
      return { status = "Degraded", message = report(item, found) }
    end
  end
  -- Rules that are not valid were dropped.
  local partial = condition_of(item, "PartiallyInvalid")
  if partial.status == "True" then
    return { status = "Degraded", message = report(item, partial) }
  end
  for _, name in ipairs({ "Accepted", "ResolvedRefs", "Programmed" }) do
    local found = condition_of(item, name)
    if found.status == "False" or found.status == "Unknown" then
      pending = pending or report(item, found)
    end
  end
  is_accepted = is_accepted or condition_of(item, "Accepted").status == "True"
end

if pending ~= nil then
  return { status = "Progressing", message = pending }
end
if not is_accepted then
  return { status = "Progressing", message = "Waiting for HTTPRoute status" }
end
local waiting = unanswered()
if waiting ~= nil then
  return waiting
end
return { status = "Healthy", message = "HTTPRoute is healthy" }
