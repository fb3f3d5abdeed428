-- uses: map, text, is_stale, condition, explain
-- vitals:profiles combined
-- Every part of Calico that the operator installs. Degraded, Progressing and Ready decide.

-- Condition, status, health: the first one that is found decides.
local rules = {
  { "Degraded", "True", "Degraded" },
  { "Progressing", "True", "Progressing" },
  { "Ready", "True", "Healthy" },
  { "Ready", "False", "Progressing" },
}

local status = map(obj.status)

-- Kinds that hold data and have no status.
local data = { ImageSet = true }
if data[text(obj.kind, "")] then
  return { status = "Healthy", message = obj.kind .. " has no status of its own" }
end
if is_stale(obj, status.observedGeneration) then
  return { status = "Progressing", message = "Waiting for the component" }
end
for _, rule in ipairs(rules) do
  local found = condition(obj, rule[1])
  if found.status == rule[2] then
    return { status = rule[3], message = explain(found, rule[1] .. " is " .. rule[2]) }
  end
end
return { status = "Progressing", message = "Waiting for the component" }
