-- uses: map, text, is_stale, condition, explain
-- Resources of Google Cloud that Config Connector manages: the reason of Ready decides. Config
-- Connector itself reports healthy and errors.

local status = map(obj.status)

local health = {
  Creating = "Progressing", Deleting = "Progressing", DependencyNotReady = "Suspended",
  Updating = "Progressing",
}

local waiting = "Update in progress"
if is_stale(obj, status.observedGeneration) then
  return { status = "Progressing", message = waiting }
end
if status.healthy == true then
  return { status = "Healthy", message = obj.kind .. " is healthy" }
end
if status.healthy == false then
  local problem = text(map(status.errors)[1], obj.kind .. " is not healthy")
  return { status = "Degraded", message = problem }
end

local ready = condition(obj, "Ready")
if ready.status == "True" then
  return { status = "Healthy", message = explain(ready, "The resource is up to date") }
end
if ready.status == "False" then
  return { status = health[ready.reason] or "Degraded", message = explain(ready, "Not ready") }
end
return { status = "Progressing", message = explain(ready, waiting) }
