-- uses: conditions
-- vitals:profiles combined
-- Services of Open Data Hub. ProvisioningSucceeded and Ready decide.

return (conditions(obj, {
  waiting = "Waiting for the service",
  { "Ready", False = { Removed = "Suspended" } },
  { "ProvisioningSucceeded", False = "Degraded" },
  { "Ready", True = "Healthy", False = "Progressing", Unknown = "Progressing" },
}))
