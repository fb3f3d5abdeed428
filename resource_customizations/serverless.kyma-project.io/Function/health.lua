-- uses: conditions
-- vitals:profiles combined
-- A function of Kyma. ConfigurationReady, BuildReady and Running decide.

return (conditions(obj, {
  { "ConfigurationReady", False = "Degraded" },
  { "BuildReady", False = "Degraded" },
  { "Running", True = "Healthy", False = "Degraded", Unknown = "Progressing" },
  { "BuildReady", Unknown = "Progressing" },
}))
