-- uses: map, text, is_stale, explain
-- Any object of Airlock Microgateway. A policy has conditions for each gateway that it is attached
-- to; what only configures others has no status.

local status = map(obj.status)

-- The first condition that is False, or else the last that is not True, or else the last one.
-- A condition that is stale counts as none, which is not True.
local function worst(conditions)
  local found = {}
  for _, candidate in ipairs(map(conditions)) do
    local item = map(candidate)
    if is_stale(obj, item.observedGeneration) then
      return {}
    end
    if item.status == "False" then
      return item
    end
    if found.status == nil or item.status ~= "True" then
      found = item
    end
  end
  return found
end

-- Whether an ancestor says that it has accepted the policy.
local function accepts(ancestor)
  for _, candidate in ipairs(map(ancestor.conditions)) do
    if map(candidate).type == "Accepted" then
      return true
    end
  end
  return false
end

local noun = text(obj.kind, "object")
local seen = 0
if is_stale(obj, status.observedGeneration) then
  return { status = "Progressing", message = "Waiting for " .. noun }
end
for _, item in ipairs(map(status.ancestors)) do
  local ancestor = map(item)
  local name = "Ancestor " .. text(map(ancestor.ancestorRef).name, "unnamed")
  local found = worst(ancestor.conditions)
  if found.status == "False" then
    local message = name .. ": " .. explain(found, "not accepted")
    return { status = "Degraded", message = message }
  end
  if found.status ~= "True" then
    return { status = "Progressing", message = "Waiting for " .. name .. " to report on " .. noun }
  end
  if not accepts(ancestor) then
    return { status = "Degraded", message = name .. ": " .. noun .. " is not accepted" }
  end
  seen = seen + 1
end

local own = worst(status.conditions)
if own.status == "False" then
  return { status = "Degraded", message = explain(own, noun .. " is not accepted") }
end
if seen > 0 or own.status == "True" or map(obj.spec).targetRefs == nil then
  return { status = "Healthy", message = noun .. " is healthy" }
end
return { status = "Progressing", message = "Waiting for the status of " .. noun }
