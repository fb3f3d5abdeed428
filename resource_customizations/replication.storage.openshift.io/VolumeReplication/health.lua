-- uses: conditions
-- vitals:profiles combined
-- A volume that is replicated to another site. Completed, Degraded and Resyncing decide.

return (conditions(obj, {
  { "Validated", False = "Degraded" },
  {
    "Completed", False = { "Progressing", FailedToPromote = "Degraded", FailedToDemote = "Degraded",
    FailedToResync = "Degraded" },
  },
  { "Resyncing", True = "Progressing" },
  { "Degraded", True = { "Degraded", VolumeDegraded = "Progressing" } },
  { "Completed", True = "Healthy" },
}))
