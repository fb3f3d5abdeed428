-- uses: conditions
-- vitals:profiles combined
-- Every kind of monitoring.googleapis.com: what Managed Service for Prometheus collects and
-- evaluates. ConfigurationCreateSuccess decides. OperatorConfig has no status.

return (conditions(obj, {
  waiting = "Waiting for the object",
  without = { OperatorConfig = true },
  { "ConfigurationCreateSuccess", absent = "Progressing", says = "Waiting for the object" },
  { "ConfigurationCreateSuccess", True = "Healthy", says = "It is in the configuration" },
  { "ConfigurationCreateSuccess", False = "Degraded", says = "It is not in the configuration" },
}))
