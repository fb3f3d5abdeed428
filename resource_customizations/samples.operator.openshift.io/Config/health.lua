-- uses: conditions
-- vitals:profiles combined
-- The samples of OpenShift. What is not valid comes first, then whether they exist.

return (conditions(obj, {
  waiting = "Waiting for the samples operator",
  managed = "managementState",
  { "ConfigurationValid", False = "Degraded" },
  { "ImportImageErrorsExist", True = "Degraded" },
  { "ImageChangesInProgress", True = "Progressing" },
  { "MigrationInProgress", True = "Progressing" },
  { "SamplesExist", True = "Healthy", False = "Progressing" },
}))
