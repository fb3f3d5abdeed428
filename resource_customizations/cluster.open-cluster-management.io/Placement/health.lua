-- uses: map, text, is_stale, condition, explain
-- vitals:profiles combined
-- A choice of clusters. PlacementSatisfied decides; PlacementMisconfigured says what is wrong.

local status = map(obj.status)

local placementSatisfied = condition(obj, "PlacementSatisfied")
if is_stale(obj, status.observedGeneration) then
  return { status = "Progressing", message = "Waiting for Placement" }
end
for _, name in ipairs({ "PlacementMisconfigured" }) do
  local found = condition(obj, name)
  if found.status == "True" then
    return { status = "Degraded", message = explain(found, name) }
  end
end
if placementSatisfied.status == "True" then
  return {
    status = "Healthy",
    message = text(placementSatisfied.message, "All clusters are chosen"),
  }
end
if placementSatisfied.status == "False" then
  return {
    status = "Degraded",
    message = explain(placementSatisfied, "Not all clusters are chosen"),
  }
end
return { status = "Progressing", message = explain(placementSatisfied, "Waiting for Placement") }
