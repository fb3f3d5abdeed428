-- uses: conditions
-- vitals:profiles combined
-- An operation on a sharded cluster of StackGres. Failed, Completed and Running decide.

return (conditions(obj, {
  { "Failed", True = "Degraded" },
  { "Completed", True = "Healthy" },
  { "Running", True = "Progressing" },
}))
