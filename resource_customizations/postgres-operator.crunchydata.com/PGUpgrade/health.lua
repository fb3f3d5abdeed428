-- uses: conditions
-- vitals:profiles combined
-- An upgrade of a Postgres cluster of Crunchy. Succeeded and Progressing decide.

return (conditions(obj, {
  { "Succeeded", True = "Healthy", False = "Degraded" },
  {
    "Progressing", True = "Progressing", False = { "Degraded", PGClusterNotShutdown = "Suspended" },
  },
}))
