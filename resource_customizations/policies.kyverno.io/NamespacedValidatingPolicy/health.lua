-- uses: map, text, is_stale, explain
-- A policy of Kyverno that validates, for one namespace. conditionStatus.ready says whether
-- it is in force, its conditions why not.

local status = map(obj.status)

local state = map(status.conditionStatus)
if is_stale(obj, status.observedGeneration) then
  return { status = "Progressing", message = "Waiting for NamespacedValidatingPolicy to be ready" }
end
if state.ready == true then
  return {
    status = "Healthy",
    message = text(state.message, "NamespacedValidatingPolicy is ready"),
  }
end
for _, element in ipairs(map(state.conditions)) do
  local found = map(element)
  if found.status == "False" and not is_stale(obj, found.observedGeneration) then
    return {
      status = "Degraded",
      message = explain(found, "NamespacedValidatingPolicy is not ready"),
    }
  end
end
return {
  status = "Progressing",
  message = text(state.message, "Waiting for NamespacedValidatingPolicy to be ready"),
}
