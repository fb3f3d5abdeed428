-- uses: map, text, is_stale, condition, explain, failures
-- vitals:profiles combined
-- Every kind of Forklift: providers, maps, plans and migrations of virtual machines. Conditions
-- that are critical or errors block; then the progress and Ready decide.

-- Condition and health: the first one that is True decides.
local rules = {
  { "Executing", "Progressing" },
  { "Running", "Progressing" },
  { "Canceled", "Suspended" },
  { "Succeeded", "Healthy" },
  { "Ready", "Healthy" },
}

local status = map(obj.status)

-- Categories of conditions that keep an object from being ready.
local blocking = { Critical = true, Error = true }

if map(obj.spec).archived == true then
  return { status = "Healthy", message = "The plan is archived" }
end
if is_stale(obj, status.observedGeneration) then
  return { status = "Progressing", message = "Waiting for the object" }
end
for _, candidate in ipairs(map(status.conditions)) do
  local found = map(candidate)
  local counts = found.status == "True" and not is_stale(obj, found.observedGeneration)
  if counts and (found.type == "Failed" or blocking[text(found.category, "")]) then
    return { status = "Degraded", message = explain(found, text(found.type, "It has failed")) }
  end
end
for _, rule in ipairs(rules) do
  local found = condition(obj, rule[1])
  if found.status == "True" then
    return { status = rule[2], message = explain(found, rule[1] .. " is True") }
  end
end
local ready = condition(obj, "Ready")
if ready.status == "False" and failures[text(ready.reason, "")] then
  return { status = "Degraded", message = explain(ready, "It is not ready") }
end
return { status = "Progressing", message = explain(ready, "Waiting for the object") }
