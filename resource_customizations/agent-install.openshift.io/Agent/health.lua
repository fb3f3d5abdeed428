-- uses: conditions
-- vitals:profiles combined
-- A host of the Assisted Installer. What is wrong comes first, then whether it is installed or
-- ready for it.

return (conditions(obj, {
  { "SpecSynced", False = "Degraded" },
  { "Installed", False = { InstallationFailed = "Degraded" } },
  { "Connected", False = "Degraded" },
  { "Installed", True = "Healthy" },
  { "Validated", False = { "Progressing", ValidationsFailing = "Degraded" } },
  { "Installed", False = { InstallationInProgress = "Progressing" } },
  { "RequirementsMet", True = "Healthy", False = "Progressing" },
}))
