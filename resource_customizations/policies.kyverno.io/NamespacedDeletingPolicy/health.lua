-- uses: map, text, is_stale, explain
-- A policy of Kyverno that deletes, for one namespace. conditionStatus.ready says whether
-- it is in force, its conditions why not.
-- Facts: kyverno/kyverno, pkg/controllers/deleting/controller.go writes lastExecutionTime alone.

local status = map(obj.status)

local state = map(status.conditionStatus)
if is_stale(obj, status.observedGeneration) then
  return { status = "Progressing", message = "Waiting for NamespacedDeletingPolicy to be ready" }
end
for _, element in ipairs(map(state.conditions)) do
  local found = map(element)
  if state.ready ~= true and found.status == "False" and not is_stale(obj, found.observedGeneration) then
    return { status = "Degraded", message = explain(found, "NamespacedDeletingPolicy is not ready") }
  end
end
if state.ready == true then
  return { status = "Healthy", message = text(state.message, "NamespacedDeletingPolicy is ready") }
end
local last = text(status.lastExecutionTime, "")
if last ~= "" then
  return { status = "Healthy", message = "NamespacedDeletingPolicy has run at " .. last }
end
return {
  status = "Progressing",
  message = text(state.message, "Waiting for NamespacedDeletingPolicy to be ready"),
}
