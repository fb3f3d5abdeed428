-- uses: conditions
-- vitals:profiles combined
-- A project of Kargo. Ready decides.

return (conditions(obj, {
  {
    "Ready", True = "Healthy", False = { "Degraded", Initializing = "Progressing",
    DiscoveryInProgress = "Progressing", Syncing = "Progressing" },
  },
}))
