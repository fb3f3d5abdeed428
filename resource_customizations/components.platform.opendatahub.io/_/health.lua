-- uses: conditions
-- vitals:profiles combined
-- Components of Open Data Hub. ProvisioningSucceeded and Ready decide.

return (conditions(obj, {
  waiting = "Waiting for the component",
  { "Ready", False = { Removed = "Suspended" } },
  { "ProvisioningSucceeded", False = "Degraded" },
  { "Ready", True = "Healthy", False = "Progressing", Unknown = "Progressing" },
}))
