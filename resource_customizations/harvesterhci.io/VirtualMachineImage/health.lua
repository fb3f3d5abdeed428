-- uses: conditions
-- vitals:profiles combined
-- An image of Harvester. Imported decides; RetryLimitExceeded and BackingImageMissing end it.

return (conditions(obj, {
  { "RetryLimitExceeded", True = "Degraded" },
  { "BackingImageMissing", True = "Degraded" },
  {
    "Imported", True = "Healthy", False = { "Degraded", Importing = "Progressing",
    Initialized = "Progressing" },
  },
}))
