-- uses: conditions
-- vitals:profiles combined
-- A choice of clusters. PlacementSatisfied decides; PlacementMisconfigured says what is wrong.

return (conditions(obj, {
  { "PlacementMisconfigured", True = "Degraded" },
  { "PlacementSatisfied", True = "Healthy", False = "Degraded" },
}))
