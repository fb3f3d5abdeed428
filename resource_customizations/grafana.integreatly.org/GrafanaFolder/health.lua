-- uses: conditions
-- A folder of Grafana. FolderSynchronized says whether it was applied to the matching instances.

return (conditions(obj, {
  paused = "suspend",
  { "NoMatchingInstance", True = "Degraded" },
  { "InvalidSpec", True = "Degraded" },
  { "FolderSynchronized", True = "Healthy", False = "Degraded" },
}))
