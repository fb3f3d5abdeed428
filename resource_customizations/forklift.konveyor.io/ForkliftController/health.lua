-- uses: map, text, is_stale, explain
-- vitals:profiles combined
-- The installation of Forklift, by its operator. Failure, Running and Successful decide. Once it is
-- done, older operators say so in the reason of Running alone.

-- Condition and health: the first one that is True decides.
local rules = {
  { "Failure", "Degraded" }, { "Successful", "Healthy" }, { "Running", "Progressing" },
}

local status = map(obj.status)

-- The condition of a type that is True, or an empty one. The operator may leave one that is False
-- beside it.
local function condition(name)
  for _, candidate in ipairs(map(status.conditions)) do
    local entry = map(candidate)
    local holds = entry.type == name and entry.status == "True"
    if holds and not is_stale(obj, entry.observedGeneration) then
      return entry
    end
  end
  return {}
end

if is_stale(obj, status.observedGeneration) then
  return { status = "Progressing", message = "Waiting for ForkliftController" }
end
for _, rule in ipairs(rules) do
  local found = condition(rule[1])
  if found.type ~= nil then
    if rule[1] == "Running" and found.reason == "Successful" then
      return { status = "Healthy", message = text(found.message, "Successful") }
    end
    return { status = rule[2], message = explain(found, rule[1] .. " is True") }
  end
end
return { status = "Progressing", message = "Waiting for ForkliftController" }
