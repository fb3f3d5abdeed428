-- uses: conditions
-- vitals:profiles combined
-- A migration of stored objects to the current version. Failed, Succeeded and Running decide.

return (conditions(obj, {
  { "Failed", True = "Degraded" },
  { "Succeeded", True = "Healthy" },
  { "Running", True = "Progressing" },
}))
