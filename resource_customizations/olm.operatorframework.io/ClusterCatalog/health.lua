-- uses: map, text, is_stale, condition, explain, waits
-- vitals:profiles combined
-- A catalog of OLM 1. Serving decides; Progressing says what keeps it.

-- Reasons of Progressing that do not pass by themselves.
local stuck = { Blocked = true }

local status = map(obj.status)

local serving = condition(obj, "Serving")
if is_stale(obj, status.observedGeneration) or serving.status == nil then
  return waits("Waiting for ClusterCatalog", explain(serving, ""))
end
local progressing = condition(obj, "Progressing")
if stuck[text(progressing.reason, "")] then
  return { status = "Degraded", message = text(progressing.message, progressing.reason) }
end
if serving.status == "True" then
  return { status = "Healthy", message = text(serving.message, "ClusterCatalog is serving") }
end
return {
  status = "Progressing",
  message = explain(progressing, explain(serving, "Waiting for ClusterCatalog")),
}
