-- uses: map, text, is_stale, explain
-- vitals:profiles combined
-- A ScrapeConfig of the Prometheus Operator. Each workload that selects it says in a binding
-- whether it accepts it; older releases write no status.

local status = map(obj.status)

if is_stale(obj, status.observedGeneration) then
  return { status = "Progressing", message = "Waiting for ScrapeConfig" }
end

local bindings = 0
for _, binding in ipairs(map(status.bindings)) do
  for _, found in ipairs(map(map(binding).conditions)) do
    local current = map(found).type == "Accepted" and not is_stale(obj, found.observedGeneration)
    if current and found.status == "False" then
      local by = text(binding.namespace, "") .. "/" .. text(binding.name, "")
      local cause = explain(found, "no reason given")
      return { status = "Degraded", message = by .. " does not accept it: " .. cause }
    end
    if current and found.status == "True" then
      bindings = bindings + 1
    end
  end
end
if bindings > 0 then
  return { status = "Healthy", message = "Accepted by " .. bindings }
end
return { status = "Healthy", message = "The configuration is not reported to be in use" }
