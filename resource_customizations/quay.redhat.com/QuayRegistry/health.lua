-- uses: conditions
-- vitals:profiles combined
-- A Quay registry. RolloutBlocked and ComponentsCreated report errors, Available success.

return (conditions(obj, {
  { "RolloutBlocked", True = "Degraded" },
  {
    "ComponentsCreated", False = { "Degraded", MigrationsInProgress = "Progressing",
    PostgresUpgradeInProgress = "Progressing" },
  },
  { "Available", True = "Healthy", False = "Progressing" },
}))
