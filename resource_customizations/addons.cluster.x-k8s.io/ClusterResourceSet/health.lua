-- uses: map, text, is_stale, condition, explain, waits
-- Resources for the clusters of a selector: ResourcesApplied reports whether all have them.

local status = map(obj.status)

local waiting = "Waiting for resources to be applied"
local applied = condition(obj, "ResourcesApplied")
if is_stale(obj, status.observedGeneration) then
  return waits(waiting, explain(applied, ""))
end
if applied.status == "True" then
  return { status = "Healthy", message = explain(applied, "All resources are applied") }
end
-- What has severity Info is still going on.
if applied.status == "False" and applied.severity ~= "Info" then
  return { status = "Degraded", message = explain(applied, "Failed to apply resources") }
end
return { status = "Progressing", message = explain(applied, waiting) }
