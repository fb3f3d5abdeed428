-- uses: map, text, is_stale, explain, waits
-- Each ancestor of a policy reports whether it accepted the policy and resolved its references.

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

-- What a condition of one ancestor says, after the name of the ancestor.
local function report(item, of)
  local name = text(map(item.ancestorRef).name, "without a name")
  return "Ancestor " .. name .. ": " .. explain(of, text(of.type, "a condition") .. " is not True")
end

-- What has judged only an older generation has not answered yet.
local is_accepted = false
local pending, late
for _, element in ipairs(map(status.ancestors)) do
  local item = map(element)
  for _, candidate in ipairs(map(item.conditions)) do
    if is_stale(obj, map(candidate).observedGeneration) then
      late = late or report(item, candidate)
    end
  end
  for _, name in ipairs({ "Accepted", "ResolvedRefs" }) do
    local found = condition_of(item, name)
    if found.status == "False" and found.reason ~= "Pending" then
      return { status = "Degraded", message = report(item, found) }
    end
  end
  for _, name in ipairs({ "Accepted", "ResolvedRefs" }) do
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
if late ~= nil then
  return waits("Waiting for BackendTLSPolicy status", late)
end
if not is_accepted then
  return { status = "Progressing", message = "Waiting for BackendTLSPolicy status" }
end
return { status = "Healthy", message = "BackendTLSPolicy is healthy" }
