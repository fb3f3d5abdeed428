-- uses: phases
-- A cluster of Zalando's Postgres operator: one word says how it is.

return (phases(obj, {
  field = "PostgresClusterStatus",
  Healthy = { "Running" },
  Progressing = { "Creating", "Updating" },
  Degraded = {
    "CreateFailed", "AddFailed", "UpdateFailed", "SyncFailed", "UpgradeFailed", "Invalid",
  },
}))
