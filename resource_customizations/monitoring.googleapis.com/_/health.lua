-- uses: map, text, is_stale, condition, explain, waits
-- vitals:profiles combined
-- Every kind of monitoring.googleapis.com: what Managed Service for Prometheus collects and
-- evaluates. ConfigurationCreateSuccess decides. OperatorConfig has no status.

-- Kinds that have no status.
local without = { OperatorConfig = true }

local status = map(obj.status)

if without[text(obj.kind, "")] then
  return { status = "Healthy", message = obj.kind .. " has no status" }
end
local created = condition(obj, "ConfigurationCreateSuccess")
if is_stale(obj, status.observedGeneration) or created.status == nil then
  return waits("Waiting for the object", explain(created, ""))
end
if created.status == "True" then
  return { status = "Healthy", message = text(created.message, "It is in the configuration") }
end
if created.status == "False" then
  return { status = "Degraded", message = explain(created, "It is not in the configuration") }
end
return { status = "Progressing", message = explain(created, "Waiting for the object") }
