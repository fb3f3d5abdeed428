-- uses: conditions
-- vitals:profiles combined
-- Objects that Gardener applies to a cluster. Whether they are applied, healthy and settled
-- decides.

return (conditions(obj, {
  {
    "ResourcesApplied", False = { "Degraded", ApplyProgressing = "Progressing",
    DeletionPending = "Progressing" }, Progressing = "Progressing",
  },
  { "ResourcesHealthy", False = "Degraded" },
  { "ResourcesProgressing", True = "Progressing" },
  { "ResourcesHealthy", Unknown = "Progressing", True = "Healthy" },
  { "ResourcesApplied", True = "Progressing" },
}))
