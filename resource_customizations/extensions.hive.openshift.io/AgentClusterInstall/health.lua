-- uses: conditions
-- vitals:profiles combined
-- A cluster that the Assisted Installer installs. What failed comes first, then whether it is
-- completed.

return (conditions(obj, {
  { "Failed", True = "Degraded" },
  { "SpecSynced", False = "Degraded" },
  { "Completed", True = "Healthy" },
  { "Stopped", True = { InstallationCancelled = "Suspended", InstallationOnHold = "Suspended" } },
  {
    "Completed", False = { InstallationCancelled = "Suspended", InstallationOnHold = "Suspended" },
  },
  { "Validated", False = "Progressing" },
  { "RequirementsMet", False = "Progressing" },
  { "Completed", False = "Progressing" },
}))
