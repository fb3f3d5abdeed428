-- uses: conditions
-- vitals:profiles combined
-- What Kargo watches for new freight. Ready decides.

return (conditions(obj, {
  {
    "Ready", True = "Healthy", False = { "Degraded", Initializing = "Progressing",
    DiscoveryInProgress = "Progressing", Syncing = "Progressing" },
  },
}))
