-- uses: conditions
-- vitals:profiles combined
-- A pool of clusters that Hive keeps ready. Dependencies and the inventory decide, then whether all
-- clusters are current. A pool of its maximum size has no capacity for more and is complete.

return (conditions(obj, {
  { "MissingDependencies", True = "Degraded" },
  { "InventoryValid", False = "Degraded" },
  { "AllClustersCurrent", False = "Progressing", True = "Healthy" },
}))
