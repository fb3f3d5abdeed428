-- uses: map, text, is_stale, condition, explain
-- A network configuration of nodes. Degraded, Progressing, Ignored and Available decide.

-- The first of these conditions that is True decides.
local rules = {
  { name = "Degraded", status = "Degraded" },
  { name = "Progressing", status = "Progressing" },
  { name = "Ignored", status = "Suspended" },
  { name = "Available", status = "Healthy" },
}

local status = map(obj.status)

if is_stale(obj, status.observedGeneration) then
  return { status = "Progressing", message = "Waiting for policy to be applied" }
end
for _, rule in ipairs(rules) do
  local found = condition(obj, rule.name)
  if found.status == "True" then
    local message = text(found.reason, rule.name) .. ": " .. text(found.message, "no message")
    return { status = rule.status, message = message }
  end
end
local message = explain(condition(obj, "Available"), "Waiting for policy to be applied")
return { status = "Progressing", message = message }
